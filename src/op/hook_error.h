// The memory of how an error was solved before: the one that hooks kept of it, else one that
// reports the same error with other paths, names and numbers.
// Knows: memories, open errors. Must not know: hooks, sessions.
#pragma once
#include "capture/error_progress.h"
#include "engine/engine.h"
#include "memory/filter.h"

namespace aim::op {

inline constexpr std::size_t max_hook_question = 2'000;  // bytes

struct ErrorQuestion {
  const OpenError& error;
  std::vector<std::string> kept_in;  // namespaces in which hooks keep solutions
  Filter filter = {};                // limits the other memories that are searched
  bool by_meaning = false;
};
Result<std::optional<Memory>> memory_on_error(Engine& engine, const ErrorQuestion& question);

}  // namespace aim::op
