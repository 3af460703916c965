// Sessions of an assistant taken in as memories and as transcripts, some files at a time: what
// `mine` and `transcript import` do, for a caller that finds the files itself (adopt.h).
// Knows: files of sessions. Must not know: where programs keep them, which were read before.
#pragma once
#include "mine/source.h"
#include "op/read_export.h"

namespace aim::op {

struct SessionFiles {
  std::string path;                                                 // a folder or a file
  std::function<bool(const std::filesystem::path& file)> unwanted;  // files that are not read
  bool dry_run = false;
};
struct TakenSessions {
  ReadingView reading;
  std::int64_t conversations = 0, errors = 0;
  std::int64_t added = 0, updated = 0;  // memories or turns
  std::int64_t secrets_removed = 0;
  std::map<std::string, std::int64_t> name_spaces;  // how many are in each
  std::vector<Problem> problems;
};

// Errors: those of the database; nothing in the files is a session.
Result<TakenSessions> mine_sessions(Engine& engine, const SessionFiles& files,
                                    const Caller& caller);
Result<TakenSessions> import_sessions(Engine& engine, const SessionFiles& files,
                                      const Caller& caller);

}  // namespace aim::op
