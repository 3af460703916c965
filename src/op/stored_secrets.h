// Secrets and <private> passages in what is stored already: found, named without being shown, and
// taken out (doctor --secrets).
// Knows: the engine, capture/cleaner.h. Must not know: doors.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/engine.h"

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

}  // namespace aim::op
