#include "text/json_members.h"

#include <boost/json.hpp>

namespace aim::text {

namespace json = boost::json;

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

const json::array& items_at(const json::object& object, std::string_view name) {
  static const json::array none;
  const json::array* list = list_at(object, name);
  return list ? *list : none;
}

}  // namespace aim::text
