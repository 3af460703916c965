// The memory of a solved error: title, text, tags (J6).
// Knows: open errors. Must not know: hooks, the store. Pure.
#pragma once
#include "capture/error_progress.h"
#include "engine/engine.h"
#include "memory/filter.h"

namespace aim::op {

// The same for the same error, wherever it comes from.
std::string solution_title(const OpenError& error);

struct SolvedIn {
  std::string_view project, branch, host;  // branch: may be empty
};
// `before`: what was kept of the same error until now, whose other solutions stay, the last two;
// empty: nothing was.
std::string solution_text(const OpenError& error, const SolvedIn& where, std::string_view before);

// Of such a text: the line of the error, and for showing, which costs at most 150 tokens, the
// solution. Of a text of another form all of it.
std::string error_told_in(std::string_view text);
std::string solution_told_in(std::string_view text);

inline constexpr std::string_view solution_tag = "error-resolution";
// Tags: the kind, and the failed program, if a command failed.
std::vector<std::string> solution_tags(const OpenError& error);

// The memory of how an error was solved before: the one that hooks kept of it, else one that
// reports the same error with other paths, names and numbers.

inline constexpr std::size_t max_hook_question = 2'000;  // bytes

struct ErrorQuestion {
  const OpenError& error;
  std::vector<std::string> kept_in;  // namespaces in which hooks keep solutions
  Filter filter = {};                // limits the other memories that are searched
  bool by_meaning = false;
};
Result<std::optional<Memory>> memory_on_error(Engine& engine, const ErrorQuestion& question);

}  // namespace aim::op
