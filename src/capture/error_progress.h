// From an error to its solution, over the events of one session: something fails; the assistant
// says and does something; the same command succeeds, or the user says that it works.
// Pure over the list of open errors, which the caller keeps; any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aim {

// Something that failed, until it is known how it was put right.
struct OpenError {
  std::string signature, line;               // what makes it the same error, and the line as it was
  std::string tool, command;                 // what failed; empty: the user told of it
  std::string solution;                      // what the assistant said after it
  std::vector<std::string> files, commands;  // changed, and run with success, since then
  std::int64_t prompt = 0;                   // the session's prompt at which it was seen
};
inline constexpr std::size_t max_open_errors = 5;

// What happened, as far as errors go.
struct SessionEvent {
  enum class Kind { prompt, said, tool } kind = Kind::prompt;
  std::string text;           // the prompt, what the assistant said, or the tool's output
  std::string tool, command;  // of a tool
  std::string file;           // that it changed
  bool failed = false;
};

struct ErrorProgress {
  std::optional<OpenError> opened;    // an error that is new
  std::optional<OpenError> resolved;  // with what solved it
};
ErrorProgress follow(std::vector<OpenError>& open, const SessionEvent& happening,
                     std::int64_t prompt);

}  // namespace aim
