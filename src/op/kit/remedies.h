// Remedies of errors, in the words of each door (docs/decisions/0069):
// "obtain it with: ai-memory model get NAME". Modules below the doors only name the purpose
// (base/error.h). Knows: operations, and other commands of the program. Must not know: which doors
// there are.
#pragma once
#include "base/error.h"
#include "op/kit/operation.h"

namespace aim::op {

// As a command where the door has no words of its own for it; where nobody knows commands either,
// by its name.
std::string said(const Remedy& remedy, const Words* words, const Words* commands);

// The error with what helps said in its hint: to be asked for once, where a door begins to tell an
// error.
Error in_words(Error error, const Words* words, const Words* commands);

// The next step, as an operation and its arguments: each door says it in its own words, a
// command, a call of a tool, a path (docs/decisions/0041).
struct NextStep {
  const Operation& (*operation)() = nullptr;
  std::vector<std::pair<std::string_view, std::string>> arguments = {};  // by field, as text
  std::string_view program = {};  // a command of the program, if there is no operation
  std::string_view option = {};   // where it is only to give another value of this
};
inline constexpr std::string_view make_project = "init", trust_project = "trust",
                                  get_model = "model get", list_models = "model list",
                                  import_model = "model import", set_config = "config set",
                                  find_fault = "doctor";

class Words {
 public:
  virtual ~Words() = default;
  // Empty: there is no such thing at that door.
  virtual std::string say(const NextStep& step) const = 0;
};

// In the door's words; where it has none for it, as a command; where nobody knows commands, by its
// name.
std::string said(const Caller& caller, const NextStep& step);
// A step for a person, not for an assistant: a command, at every door.
std::string said_to_person(const Caller& caller, const NextStep& step);

// Codes of errors at the doors: the one table (D2, E3, S7). Nothing else maps codes.
struct ErrorRow {
  Code code;
  std::string_view wire;  // `code` of a JSON error
  int http_status;
  int exit_status;
};
const ErrorRow& error_row(Code code);

// The message for a person or an assistant: the sentence and the remedy, if there is one,
// in the door's words where the error went through in_words() (op/kit/remedies.h).
std::string sentence(const Error& error);

}  // namespace aim::op
