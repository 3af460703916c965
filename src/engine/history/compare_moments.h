// The memories that differ between two moments (T3).
// Cost: by how many were changed since the earlier one, not by how many there are.
// Must not know: SQL, doors, how a difference is shown.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"

namespace aim::engine {

struct MemoryChange {
  std::optional<Memory> before, after;  // unset: it was not there
};
// `name_space` is as in Filter::name_space; a memory that moved out of it or into it is removed or
// added. By namespace, title and id. Errors: validation_failed where `from` is after `to`.
Result<std::vector<MemoryChange>> compare_moments(Engine& engine, Time from, Time to,
                                                  const std::string& name_space);

}  // namespace aim::engine
