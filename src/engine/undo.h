// Undoes what a call has changed, as long as versions are kept (L1, L4, T3): memories, links and
// standards are as they were before, from their versions. Cost: a row a call.
// Must not know: SQL, doors.
#pragma once
#include "base/std.h"
#include "engine/engine.h"

namespace aim::engine {

struct Undone {
  std::string action, id;
  std::int64_t count = 1;  // memories that are as they were
  std::int64_t kept = 0;   // memories of an import that were changed since, and stay
};
// The caller's last step, or the last of that memory (a full id, or the title of one that was
// deleted). Memories that it stored go, those that it deleted come back, also from the archive; a
// moved namespace has its old name again. A call of several transactions is undone in as many. The
// steps of a memory can be undone one after the other. Errors: not_found; conflict when a memory,
// or one of the links, was changed since, or a title is taken.
Result<Undone> undo(Engine& engine, const std::string& id);

}  // namespace aim::engine
