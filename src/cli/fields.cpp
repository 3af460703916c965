#include "cli/fields.h"

#include <boost/json.hpp>

#include "base/utf8.h"

namespace aim::cli {

std::string_view text_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

std::int64_t integer_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_int64() ? value->get_int64() : 0;
}

double number_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_number() ? value->to_number<double>() : 0;
}

bool flag_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_bool() && value->get_bool();
}

const json::object* object_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value ? value->if_object() : nullptr;
}

const json::array* list_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value ? value->if_array() : nullptr;
}

std::string joined(const json::array* texts, std::string_view between) {
  std::string all;
  if (texts)
    for (const json::value& each : *texts)
      all.append(all.empty() ? "" : between).append(utf8::excerpt(each.as_string(), 128));
  return all;
}

std::string counted(std::int64_t count, std::string_view one, std::string_view several) {
  return std::to_string(count).append(" ").append(count == 1 ? one : several);
}

}  // namespace aim::cli
