#include "op/kit/remedies.h"

#include "op/kit/catalog_functions.h"

namespace aim::op {

namespace {

NextStep step_of(const Remedy& remedy) {
  switch (remedy.means) {
    case Means::find_fault:
      return {.program = find_fault};
    case Means::repair:
      return {.arguments = {{"fix", "true"}}, .program = find_fault};
    case Means::repair_other:
      return {.arguments = {{"db", "FILE"}, {"fix", "true"}}, .program = find_fault};
    case Means::list_models:
      return {.program = list_models};
    case Means::get_model:
      if (remedy.argument.empty())
        return {.program = get_model};
      return {.arguments = {{"name", remedy.argument}}, .program = get_model};
    case Means::import_model:
      return {.arguments = {{"path", "PATH"}}, .program = import_model};
    case Means::export_memories:
      return {.operation = export_all};
    case Means::make_identity:
      return {.operation = identity_create};
    case Means::forget_tokens:
      return {.operation = token_revoke, .arguments = {{"token", "TOKEN"}, {"forget", "true"}}};
    case Means::option:
      break;
  }
  return {.option = remedy.argument};
}

}  // namespace

std::string said(const Remedy& remedy, const Words* words, const Words* commands) {
  Caller caller;
  caller.words = words;
  caller.commands = commands;
  const std::string_view before = remedy.means == Means::option ? " with " : " with: ";
  return remedy.purpose + std::string(before) + said(caller, step_of(remedy));
}

Error in_words(Error error, const Words* words, const Words* commands) {
  for (const Remedy& remedy : std::exchange(error.remedies, {}))
    error.hint.append(error.hint.empty() ? "" : "; ").append(said(remedy, words, commands));
  return error;
}

std::string said(const Caller& caller, const NextStep& step) {
  std::string words = caller.words ? caller.words->say(step) : std::string();
  return words.empty() ? said_to_person(caller, step) : words;
}

std::string said_to_person(const Caller& caller, const NextStep& step) {
  std::string words = caller.commands ? caller.commands->say(step) : std::string();
  if (!words.empty())
    return words;
  if (!step.option.empty())
    return "the option " + std::string(step.option);
  return step.operation ? "the operation " + std::string(step.operation().name)
                        : "the command " + std::string(step.program);
}

namespace {
constexpr std::array rows{
    ErrorRow{Code::validation_failed, "VALIDATION_FAILED", 400, 1},
    ErrorRow{Code::not_found, "NOT_FOUND", 404, 1},
    ErrorRow{Code::conflict, "CONFLICT", 409, 1},
    ErrorRow{Code::database_error, "DATABASE_ERROR", 500, 1},
    ErrorRow{Code::unavailable, "UNAVAILABLE", 503, 1},
};
}  // namespace

const ErrorRow& error_row(Code code) {
  for (const ErrorRow& row : rows)
    if (row.code == code)
      return row;
  return rows[3];
}

std::string sentence(const Error& error) {
  const std::string hint = in_words(error, nullptr, nullptr).hint;
  return hint.empty() ? error.message : error.message + "; " + hint;
}

}  // namespace aim::op
