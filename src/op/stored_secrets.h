// Secrets and <private> passages in what is stored already: found, named without being shown, and
// taken out (doctor --secrets).
// Knows: the engine, capture/cleaner.h. Must not know: doors.
#pragma once
#include "capture/cleaner.h"
#include "engine/engine.h"

namespace aim {
struct Engine;
}

namespace aim::op {

struct StoredSecret {
  std::string where;  // "memory 0199a2b4-…", "turn 3 of transcript …"
  std::string kinds;  // "a password, a token"
};
struct StoredSecrets {
  std::vector<StoredSecret> found;
  std::int64_t removed = 0;           // items that are clean now
  std::vector<std::string> problems;  // items that could not be cleaned, with reasons
};
// Looks through memories, their versions, the archive and transcripts, in one snapshot. `fix` takes
// them out, each by an update of its own.
Result<StoredSecrets> stored_secrets(Engine& engine, bool fix);

// Secrets, as the settings of an engine treat them (EngineOptions::look_for_secrets): what a person
// stores is kept and warned of; from what is stored automatically they are removed. Threads: any.

// "content holds what looks like …"; empty: nothing does, or it is not looked for.
std::string told_of_secrets(const Engine& engine, std::string_view field, std::string_view text);
// For what is stored automatically.
Cleaner cleaner_of(const Engine& engine);

inline constexpr std::string_view secrets_removed_doc =
    "Secrets and <private> passages taken out of texts, if any";
// For a reply: empty for 0.
std::optional<std::int64_t> if_any(std::int64_t removed);

}  // namespace aim::op
