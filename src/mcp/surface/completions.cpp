#include "mcp/surface/completions.h"

#include <array>
#include <boost/json.hpp>

#include "mcp/surface/resources.h"
#include "op/complete.h"

namespace aim::mcp {
namespace {

constexpr std::size_t max_values = 100;  // the protocol's own bound

// What there is to complete: the argument of a prompt or of a template.
struct Row {
  std::string_view type, key, reference, argument;
  op::Completes what;
};
constexpr std::array rows{
    Row{"ref/prompt", "name", "recall-first", "namespace", op::Completes::name_space},
    Row{"ref/resource", "uri", "memory://namespace/{namespace}", "namespace",
        op::Completes::name_space},
    Row{"ref/resource", "uri", "memory://tag/{tag}", "tag", op::Completes::tag},
    Row{"ref/resource", "uri", "memory://{id}", "id", op::Completes::id},
};

std::optional<std::string_view> member(const json::object& params, std::string_view object,
                                       std::string_view name) {
  const json::value* found = params.if_contains(object);
  return found && found->is_object() ? text_of(found->get_object().if_contains(name))
                                     : std::nullopt;
}

// The row asked for. Errors: references to things that are not there. Nothing: there, but without such an argument.
std::optional<Fault> find_row(const json::object& params, const Row*& out) {
  const auto type = member(params, "ref", "type");
  const auto argument = member(params, "argument", "name");
  if (!type || !argument || !member(params, "argument", "value"))
    return Fault{
        invalid_params,
        "completion/complete needs \"ref\" with a type, and \"argument\" with name and value"};
  bool known = false;
  for (const Row& row : rows) {
    if (row.type != *type || member(params, "ref", row.key) != row.reference)
      continue;
    known = true;
    if (row.argument == *argument)
      out = &row;
  }
  // The other prompt takes no arguments.
  known = known || (*type == "ref/prompt" && member(params, "ref", "name") == "memory-workflow");
  if (!known)
    return Fault{invalid_params,
                 "\"ref\" must name a prompt or a resource template of this server"};
  return std::nullopt;
}

}  // namespace

std::optional<Fault> complete_argument(Engine& engine, const json::object& params,
                                       json::object& result) {
  const Row* row = nullptr;
  if (auto fault = find_row(params, row))
    return fault;
  op::Completion found;
  if (row) {
    auto completed =
        op::complete(engine, row->what, *member(params, "argument", "value"), max_values);
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
