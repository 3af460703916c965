#include "mine/fields.h"

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <cmath>

#include "base/timestamp.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

}  // namespace

const json::value* member(const json::value& object, std::string_view name) {
  return object.is_object() ? object.get_object().if_contains(name) : nullptr;
}

std::string_view text_at(const json::value& object, std::string_view name) {
  const json::value* found = member(object, name);
  return found && found->is_string() ? std::string_view(found->get_string()) : std::string_view();
}

const json::array& list_at(const json::value& object, std::string_view name) {
  static const json::array nothing;
  const json::value* found = member(object, name);
  return found && found->is_array() ? found->get_array() : nothing;
}

const json::value& value_at(const json::value& object, std::string_view name) {
  static const json::value nothing;
  const json::value* found = member(object, name);
  return found ? *found : nothing;
}

bool flag_at(const json::value& object, std::string_view name) {
  const json::value* found = member(object, name);
  return found && found->is_bool() && found->get_bool();
}

std::optional<Time> time_at(const json::value& object, std::string_view name) {
  const json::value* found = member(object, name);
  if (!found)
    return std::nullopt;
  if (found->is_number())
    return time_of_number(found->to_number<double>());
  if (!found->is_string())
    return std::nullopt;
  const auto time = parse_foreign_time(found->get_string(), name);
  return time ? std::optional(time->time) : std::nullopt;
}

std::string text_of_blocks(const json::value& content,
                           std::initializer_list<std::string_view> kinds) {
  if (content.is_string())
    return std::string(std::string_view(content.get_string()));
  std::string text;
  if (!content.is_array())
    return text;
  for (const json::value& block : content.get_array()) {
    const std::string_view kind = text_at(block, "type");
    const std::string_view said =
        block.is_string() ? std::string_view(block.get_string()) : text_at(block, "text");
    if (said.empty() ||
        (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()))
      continue;
    text.append(text.empty() ? "" : "\n").append(said);
  }
  return text;
}

std::string_view last_part(std::string_view path) {
  while (path.ends_with('/') || path.ends_with('\\')) path.remove_suffix(1);
  return path.substr(path.find_last_of("/\\") + 1);
}

}  // namespace aim::mine
