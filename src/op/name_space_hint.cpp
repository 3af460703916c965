#include "op/name_space_hint.h"

#include <algorithm>
#include <boost/json.hpp>

#include "base/utf8.h"
#include "engine/stats.h"
#include "memory/filter.h"
#include "text/edit_distance.h"

namespace aim::op {
namespace {

// Null: it does not filter by one, or none was given.
const json::value* given_filter(const Operation& operation, const json::object& arguments) {
  const auto param = std::ranges::find_if(operation.params, [](const Param& each) {
    return each.rule.meaning == Meaning::name_space_filter;
  });
  return param == operation.params.end() ? nullptr : arguments.if_contains(param->name);
}

bool is_empty(const json::object& reply) {
  for (const std::string_view list : {"memories", "results"})
    if (const json::value* found = reply.if_contains(list); found && found->is_array())
      return found->get_array().empty();
  const json::value* deleted = reply.if_contains("deleted");
  return deleted && deleted->is_int64() && deleted->get_int64() == 0;
}

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return low;
}

std::optional<std::string> nearest_to(const std::string& name,
                                      const std::vector<engine::Count>& all) {
  std::vector<std::string_view> names;
  for (const engine::Count& each : all) {
    if (matches_filter(each.name, name + "/*"))
      return name + "/*";
    if (lower(each.name) == lower(name))
      return each.name;
    names.push_back(each.name);
  }
  const auto near = text::nearest(name, names);
  return near ? std::optional<std::string>(*near) : std::nullopt;
}

}  // namespace

std::optional<std::string> name_space_hint(const Operation& operation, Engine& engine,
                                           const json::object& arguments, const Caller& caller,
                                           const json::object& reply) {
  const json::value* given = given_filter(operation, arguments);
  if (!given || !given->is_string() || !is_empty(reply))
    return std::nullopt;
  const std::string filter(given->get_string());
  if (filter == "*" || filter == caller.name_space)
    return std::nullopt;
  const auto all = engine::name_spaces(engine);
  if (!all || all->empty() || std::any_of(all->begin(), all->end(), [&](const engine::Count& each) {
        return matches_filter(each.name, filter);
      }))
    return std::nullopt;
  const std::string name = filter.ends_with("/*") ? filter.substr(0, filter.size() - 2) : filter;
  const auto near = nearest_to(name, *all);
  if (!near)
    return std::nullopt;
  return "there is no namespace \"" + utf8::excerpt(filter, 128) + "\"; did you mean \"" + *near +
         "\"?";
}

}  // namespace aim::op
