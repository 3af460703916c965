#include "cli/host_json.h"

#include <boost/json.hpp>

#include "text/json_text.h"

namespace aim::cli {

using text::text_at;

const json::value* at(const json::object& object, std::string_view name) {
  return object.if_contains(name);
}

std::string first_text(const json::object& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto text = text_at(object, name); !text.empty())
      return std::string(text);
  return {};
}

std::optional<json::object> embedded_object(const json::object& object, std::string_view name) {
  const json::value* value = at(object, name);
  if (value && value->is_object())
    return value->get_object();
  if (value && value->is_string())
    if (auto read =
            text::parse_json(value->get_string(), text::fair_bytes(value->get_string().size()));
        read && read->is_object())
      return std::move(read->get_object());
  return std::nullopt;
}

void take_texts(const json::value& value, const std::function<void(std::string_view)>& take) {
  if (value.is_string())
    take(value.get_string());
  else if (value.is_array())
    for (const json::value& each : value.get_array()) take_texts(each, take);
  else if (value.is_object())
    for (const auto& each : value.get_object()) take_texts(each.value(), take);
}

std::string joined_texts(const json::value& value) {
  std::string out;
  take_texts(value, [&](std::string_view text) {
    if (out.size() <= max_joined_texts)
      out.append(text).append("\n");
  });
  return out;
}

std::optional<std::int64_t> exit_of(const json::object& object) {
  for (const std::string_view name : {"exit_code", "exitCode", "exit", "returncode", "status"})
    if (const json::value* value = at(object, name); value && value->is_int64())
      return value->get_int64();
  return std::nullopt;
}

}  // namespace aim::cli
