#include "mcp/surface/elicitation.h"

#include <boost/json.hpp>

#include "base/numbers.h"
#include "text/json_text.h"

namespace aim::mcp {

namespace {

std::optional<std::string> question(const op::Operation& operation, Engine& engine,
                                    const json::object& arguments, const op::Caller& caller) {
  if (text::flag_at(arguments, "dry_run"))
    return std::nullopt;
  json::object dry = arguments;
  dry["dry_run"] = true;
  // The progress shown to the user is that of the call itself.
  op::Caller silent = caller;
  silent.progress = {};
  json::object reply;
  if (!op::invoke(operation, engine, dry, silent, reply))
    return std::nullopt;
  const std::int64_t count = text::integer_at(reply, operation.traits.confirm.count);
  if (count == 0)
    return std::nullopt;
  const bool for_good = text::flag_at(arguments, operation.traits.confirm.for_good);
  return counted(count, "memory", "memories") +
         (for_good ? " will be removed for good, with their history; this cannot be undone"
                   : std::string(operation.traits.confirm.question)) +
         ". Continue?";
}

}  // namespace

void ask_before(Tool& tool, const op::Operation& operation) {
  if (operation.traits.confirm.count.empty())
    return;
  tool.question = [&operation](Engine& engine, const json::object& arguments,
                               const op::Caller& caller) {
    return question(operation, engine, arguments, caller);
  };
  tool.declined = [&operation] { return json::object{{operation.traits.confirm.unchanged, 0}}; };
}

json::object confirmation_form(const Question& question, bool with_mode) {
  json::object field{{"title", "Confirm"}};
  if (question.choices.empty()) {
    field["type"] = "boolean";
    field["description"] = "Whether to continue";
    field["default"] = false;
  } else {
    // Labels as values: every revision shows those.
    json::array labels;
    for (const Choice& each : question.choices) labels.emplace_back(each.label);
    field["title"] = "Action";
    field["type"] = "string";
    field["enum"] = std::move(labels);
  }
  const std::string_view name = question.choices.empty() ? "confirm" : "choice";
  json::object schema{{"type", "object"},
                      {"properties", json::object{{name, std::move(field)}}},
                      {"required", json::array{name}}};
  json::object params{{"message", question.text}, {"requestedSchema", std::move(schema)}};
  if (with_mode)
    params["mode"] = "form";
  return params;
}

UserAnswer answer_of(const json::object* result) {
  const json::object* content = result ? text::object_at(*result, "content") : nullptr;
  if (!content || text::text_at(*result, "action") != "accept")
    return {};
  if (const auto chosen = text_of(content->if_contains("choice")))
    return {true, std::string(*chosen)};
  return {text::flag_at(*content, "confirm"), {}};
}

}  // namespace aim::mcp
