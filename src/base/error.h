// Errors as values: one type for every module and every door.
// Knows: five codes, texts, remedies. Must not know: wire codes, HTTP statuses, exit statuses
// (those are one table, op/kit/remedies.h), and the words of a door for a remedy
// (op/kit/remedies.h).
#pragma once
#include <exception>

#include "base/std.h"

namespace aim {

// Remedies of errors that are steps with this program itself. The finder of a fault names the
// purpose; each door names the command, the tool or the route (op/kit/remedies.h). Knows: purposes.
enum class Means {
  find_fault,    // have everything looked at
  repair,        // repair the database
  repair_other,  // repair another database than the one in use
  list_models,
  get_model,     // `argument`: its name, if one is meant
  import_model,  // from files that were brought here
  export_memories,
  make_identity,
  forget_tokens,  // delete revoked tokens
  option          // `argument`: of what was given, the one to give or to change
};

struct Remedy {
  std::string purpose;  // begins the advice: "save what it holds"
  Means means = Means::find_fault;
  std::string argument = {};
};

enum class Code { validation_failed, not_found, conflict, database_error, unavailable };

struct Error {
  Code code = Code::database_error;
  std::string message;  // one sentence for any reader, without a final stop; never names internals
  std::string field;    // the request's field at fault, or empty
  std::string hint;     // the next step, or empty; no command below the doors
  std::string detail;   // for the log only; never leaves the process
  std::vector<Remedy> remedies = {};  // next steps with this program, after the hint
};

// "<field> <what>": the pattern of every refused value. `what` says the limit and what was given.
inline Error refuse(std::string_view field, std::string_view what) {
  return {Code::validation_failed,
          std::string(field).append(" ").append(what),
          std::string(field),
          {},
          {}};
}
// A refusal that no single field causes.
inline Error invalid(std::string message, std::string hint = {}) {
  return {Code::validation_failed, std::move(message), {}, std::move(hint), {}};
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
// A failure of ours or of the machine: clients read a general sentence, the log has the detail.
inline Error database_error(std::string detail) {
  return {Code::database_error, "the database could not be used",          {}, {},
          std::move(detail),    {{"see what is wrong", Means::find_fault}}};
}
// A database that cannot be used as it is: a sentence of its own.
inline Error unusable(std::string message, std::string hint = {}) {
  std::string detail = message;
  return {Code::database_error, std::move(message), {}, std::move(hint), std::move(detail)};
}
inline Error helped_by(Error error, Remedy remedy) {
  error.remedies.push_back(std::move(remedy));
  return error;
}

// Turns a caught exception into an Error. Libraries and the language throw where the system refuses
// memory, threads or files; the error says which of them it was.
Error to_error(const std::exception& failure);

// For what the system refuses as the other functions would say it.
Error out_of_memory();
Error out_of_files();

}  // namespace aim
