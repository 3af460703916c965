#include "mcp/surface/completions.h"

#include <boost/json.hpp>

#include "mcp/surface/resources.h"
#include "op/listings.h"

namespace aim::mcp {
namespace {

constexpr std::size_t max_values = 100;  // the protocol's own bound

// The argument to complete, of a prompt or of a template.
struct CompletedArgument {
  std::string_view type, reference, argument;
  op::Completes what;
};
constexpr std::string_view of_prompt = "ref/prompt", of_template = "ref/resource";
constexpr std::array rows{
    CompletedArgument{of_prompt, "recall-first", "namespace", op::Completes::name_space},
    CompletedArgument{of_template, "memory://namespace/{namespace}", "namespace",
                      op::Completes::name_space},
    CompletedArgument{of_template, "memory://tag/{tag}", "tag", op::Completes::tag},
    CompletedArgument{of_template, "memory://{id}", "id", op::Completes::id},
};

std::optional<std::string_view> member(const json::object& params, std::string_view object,
                                       std::string_view name) {
  const json::value* found = params.if_contains(object);
  return found && found->is_object() ? text_of(found->get_object().if_contains(name))
                                     : std::nullopt;
}

// The row asked for. Errors: references to things that are not there. Nothing: there, but without
// such an argument.
std::optional<Fault> find_row(const AskedCompletion& asked, const CompletedArgument*& out) {
  bool known = false;
  for (const CompletedArgument& row : rows) {
    if (row.type != asked.type || row.reference != asked.reference)
      continue;
    known = true;
    if (row.argument == asked.argument)
      out = &row;
  }
  // The other prompt takes no arguments.
  known = known || (asked.type == of_prompt && asked.reference == "memory-workflow");
  return known ? std::nullopt : std::optional(unknown_reference());
}

}  // namespace

std::optional<Fault> read_completion(const json::object& params, AskedCompletion& out) {
  const auto type = member(params, "ref", "type");
  const auto argument = member(params, "argument", "name");
  const auto value = member(params, "argument", "value");
  if (!type || !argument || !value)
    return Fault{
        invalid_params,
        "completion/complete needs \"ref\" with a type, and \"argument\" with name and value"};
  const auto reference = member(params, "ref", *type == of_prompt ? "name" : "uri");
  out = {*type, reference.value_or(std::string_view()), *argument, *value};
  return std::nullopt;
}

Fault unknown_reference() {
  return {invalid_params, "\"ref\" must name a prompt or a resource template of this server"};
}

std::optional<Fault> complete_argument(Engine& engine, const json::object& params,
                                       json::object& result) {
  AskedCompletion asked;
  if (auto fault = read_completion(params, asked))
    return fault;
  const CompletedArgument* row = nullptr;
  if (auto fault = find_row(asked, row))
    return fault;
  op::Completion found;
  if (row) {
    auto completed = op::complete(engine, row->what, asked.value, max_values);
    if (!completed)
      return internal(completed.error());
    found = std::move(*completed);
  }
  json::array values;
  for (const std::string& value : found.values) values.emplace_back(value);
  result["completion"] =
      json::object{{"hasMore", found.more}, {"total", found.total}, {"values", std::move(values)}};
  return std::nullopt;
}

}  // namespace aim::mcp
