#include "op/kit/schema.h"

#include <boost/json.hpp>
#include <cmath>

namespace aim::op {
namespace {

enum class For { input, brief_input, output };

json::object value_schema(const Param& param, For use);

json::object object_schema(std::span<const Param> params, For use) {
  json::object properties;
  json::array required;
  for (const Param& param : params) {
    properties[param.name] = value_schema(param, use);
    if (use == For::output ? !param.optional : param.required)
      required.emplace_back(param.name);
  }
  json::object schema{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty())
    schema["required"] = std::move(required);
  return schema;
}

void limit_text(json::object& schema, const Rule& rule) {
  if (rule.min_bytes > 0)
    schema["minLength"] = 1;
  if (rule.max_bytes != SIZE_MAX)
    schema["maxLength"] = rule.max_bytes;
}

json::value bound(double limit) {
  if (limit == std::floor(limit) && std::abs(limit) < 1e15)
    return static_cast<std::int64_t>(limit);
  return limit;
}

// In few words only limits that somebody comes near, and how many results a call has at most.
void limit_number(json::object& schema, const Rule& rule, For use) {
  constexpr double near = 10, results = 1'000;
  const double farthest = use == For::input         ? HUGE_VAL
                          : use == For::brief_input ? (rule.clamps ? results : near)
                                                    : -1;
  const bool bounded = std::isfinite(rule.maximum) && rule.maximum <= farthest;
  const bool below = bounded && !(rule.clamps && rule.minimum == 0);
  if (std::isfinite(rule.minimum) && (below || use == For::input))
    schema["minimum"] = bound(rule.minimum);
  if (bounded)
    schema["maximum"] = bound(rule.maximum);
}

// A default of nothing goes without saying.
bool says_something(std::string_view initial) {
  return initial != "false" && initial != "[]" && initial != "{}" && initial != "\"\"" &&
         initial != "0";
}

json::object text_schema(const Param& param, For use) {
  json::object schema{{"type", "string"}};
  if (!param.values.empty()) {
    json::array values;
    for (const std::string_view value : param.values) values.emplace_back(value);
    schema["enum"] = std::move(values);
  } else if (use == For::input) {
    limit_text(schema, param.rule);
  }
  return schema;
}

json::object list_schema(const Param& param, For use) {
  json::object items{{"type", "string"}};
  json::object schema{{"type", "array"}};
  if (use == For::input) {
    limit_text(items, param.rule);
    if (param.rule.min_items > 0)
      schema["minItems"] = param.rule.min_items;
    if (param.rule.max_items != SIZE_MAX)
      schema["maxItems"] = param.rule.max_items;
  }
  // A list of at least two says what the call is for.
  if (use == For::brief_input && param.rule.min_items > 1) {
    schema["minItems"] = param.rule.min_items;
    schema["maxItems"] = param.rule.max_items;
  }
  schema["items"] = std::move(items);
  return schema;
}

json::object value_schema(const Param& param, For use) {
  json::object schema;
  switch (param.kind) {
    case Kind::text:
      schema = text_schema(param, use);
      break;
    case Kind::integer:
    case Kind::number:
      schema["type"] = param.kind == Kind::integer ? "integer" : "number";
      limit_number(schema, param.rule, use);
      break;
    case Kind::boolean:
      schema["type"] = "boolean";
      break;
    case Kind::text_list:
      schema = list_schema(param, use);
      break;
    case Kind::object:
      schema["type"] = "object";
      break;
    case Kind::structure:
      schema = object_schema(param.fields, use);
      break;
    case Kind::structure_list:
      schema = {{"type", "array"}, {"items", object_schema(param.fields, use)}};
      break;
  }
  // Some clients know no choice of types; an empty text stands for null there.
  if (param.nullable && use != For::brief_input)
    schema = or_null(std::move(schema));
  schema["description"] = param.doc;
  if (use != For::output && param.initial && (use == For::input || says_something(*param.initial)))
    schema["default"] = json::parse(*param.initial);
  return schema;
}

}  // namespace

json::object or_null(json::object schema) {
  json::object either;
  for (const std::string_view about : {"description", "default"})
    if (const json::value* said = schema.if_contains(about)) {
      either[about] = *said;
      schema.erase(about);
    }
  either["anyOf"] = json::array{std::move(schema), json::object{{"type", "null"}}};
  return either;
}

json::object input_schema(std::span<const Param> params) {
  return object_schema(params, For::input);
}
json::object brief_schema(std::span<const Param> params) {
  return object_schema(params, For::brief_input);
}
json::object output_schema(std::span<const Param> results) {
  return object_schema(results, For::output);
}

}  // namespace aim::op
