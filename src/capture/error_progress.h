// From an error to its solution, over the events of one session: something fails; the assistant
// says and does something; what happens then shows that the failure is gone (Trigger::solved).
// Pure over the list of open errors, which the caller keeps; any thread.
#pragma once
#include "capture/trigger_features.h"

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
  std::vector<Features> judged = {};  // what each open error was judged by, the newest first
};
// Whether follow() could change anything.
bool concerns_errors(const std::vector<OpenError>& open, const SessionEvent& happening);
// What is judged for Trigger::failure.
Features failure_evidence(const SessionEvent& happening);
ErrorProgress follow(std::vector<OpenError>& open, const SessionEvent& happening,
                     std::int64_t prompt);

}  // namespace aim
