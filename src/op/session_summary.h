// Findings of a session, stored after its end (J6): decisions, requests to remember, next steps. A
// hook has no time for it, so it only notes the end; the start of the next session runs it, in a
// separate process. Knows: captured turns, triggers, two stores. Must not know: hosts, processes.
#pragma once
#include <filesystem>

#include "engine/two_stores/stores.h"
#include "memory/transcript.h"

namespace aim::op {

struct Learning {
  std::string text, category;
};
// By rules alone, at most five; the same text once. Pure.
std::vector<Learning> learnings_of(const std::vector<Turn>& turns);
// Findings of a language model about the turns, if each quotes their words between « and ». Pure.
std::vector<Learning> grounded_in(const std::vector<Turn>& turns,
                                  const std::vector<std::string>& said);

// Sessions that have ended and are not summarised yet: a file each, in the folder of the states of
// sessions.
struct DueSession {
  std::string session_id, folder;  // folder: of the project
  std::filesystem::path file;
};
class DueSessions {
 public:
  explicit DueSessions(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const std::string& session_id, const std::string& folder) const;
  std::vector<DueSession> all() const;
  bool any() const;
  void done(const DueSession& session) const;

 private:
  std::filesystem::path folder_;
};

struct Summarised {
  std::vector<Learning> learnings;
  std::int64_t stored = 0;  // new memories
};
// Of the turns that were captured of the session: by the language model where there is one, else,
// and when it fails or says nothing that rests on them, by rules. `store`: where its memories go.
// Errors: those of the databases.
Result<Summarised> summarise_session(const engine::two_stores::Stores& stores,
                                     const std::string& session_id, bool dry_run);

}  // namespace aim::op
