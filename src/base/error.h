// What can go wrong, as a value: one type for every module and every door.
// Knows: five codes, texts, what helps. Must not know: wire codes, HTTP statuses, exit statuses
// (those are one table, op/kit/error_table.h), and how a door calls what helps (op/kit/remedies.h).
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/remedy.h"

namespace aim {

enum class Code { validation_failed, not_found, conflict, database_error, unavailable };

struct Error {
  Code code = Code::database_error;
  std::string
      message;  // one sentence fit for a stranger, without a final stop; never names internals
  std::string field;                  // the request's field at fault, or empty
  std::string hint;                   // what to do next, or empty; no command below the doors
  std::string detail;                 // for the log only; never leaves the process
  std::vector<Remedy> remedies = {};  // what to do next with this program, behind the hint
};

// "<field> <what>": the pattern of every refused value. `what` says the limit and what was given.
inline Error refuse(std::string_view field, std::string_view what) {
  return {Code::validation_failed,
          std::string(field).append(" ").append(what),
          std::string(field),
          {},
          {}};
}
inline Error missing(std::string message) {
  return {Code::not_found, std::move(message), {}, {}, {}};
}
inline Error conflict(std::string message) {
  return {Code::conflict, std::move(message), {}, {}, {}};
}
inline Error unavailable(std::string message, std::string hint) {
  return {Code::unavailable, std::move(message), {}, std::move(hint), {}};
}
// A failure of ours or of the machine: strangers read a general sentence, the log reads the detail.
inline Error database_error(std::string detail) {
  return {Code::database_error, "the database could not be used",          {}, {},
          std::move(detail),    {{"see what is wrong", Means::find_fault}}};
}
inline Error helped_by(Error error, Remedy remedy) {
  error.remedies.push_back(std::move(remedy));
  return error;
}

}  // namespace aim
