#include "op/schema.h"

#include <boost/json.hpp>
#include <cmath>

namespace aim::op {
namespace {

json::object value_schema(const Param& param, bool input);

json::object object_schema(std::span<const Param> params, bool input) {
  json::object properties;
  json::array required;
  for (const Param& param : params) {
    properties[param.name] = value_schema(param, input);
    if (input ? param.required : !param.optional)
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

void limit_number(json::object& schema, const Rule& rule) {
  if (std::isfinite(rule.minimum))
    schema["minimum"] = bound(rule.minimum);
  if (std::isfinite(rule.maximum))
    schema["maximum"] = bound(rule.maximum);
}

json::object text_schema(const Param& param, bool input) {
  json::object schema{{"type", "string"}};
  if (!param.values.empty()) {
    json::array values;
    for (const std::string_view value : param.values)
      values.emplace_back(value);
    schema["enum"] = std::move(values);
  } else if (input) {
    limit_text(schema, param.rule);
  }
  return schema;
}

json::object list_schema(const Param& param, bool input) {
  json::object items{{"type", "string"}};
  json::object schema{{"type", "array"}};
  if (input) {
    limit_text(items, param.rule);
    if (param.rule.min_items > 0)
      schema["minItems"] = param.rule.min_items;
    if (param.rule.max_items != SIZE_MAX)
      schema["maxItems"] = param.rule.max_items;
  }
  schema["items"] = std::move(items);
  return schema;
}

json::object value_schema(const Param& param, bool input) {
  json::object schema;
  switch (param.kind) {
    case Kind::text:
      schema = text_schema(param, input);
      break;
    case Kind::integer:
    case Kind::number:
      schema["type"] = param.kind == Kind::integer ? "integer" : "number";
      if (input)
        limit_number(schema, param.rule);
      break;
    case Kind::boolean:
      schema["type"] = "boolean";
      break;
    case Kind::text_list:
      schema = list_schema(param, input);
      break;
    case Kind::object:
      schema["type"] = "object";
      break;
    case Kind::structure:
      schema = object_schema(param.fields, input);
      break;
    case Kind::structure_list:
      schema = {{"type", "array"}, {"items", object_schema(param.fields, input)}};
      break;
  }
  if (param.nullable)
    schema["type"] = json::array{schema["type"], "null"};
  schema["description"] = param.doc;
  if (input && param.initial)
    schema["default"] = json::parse(*param.initial);
  return schema;
}

}  // namespace

json::object input_schema(std::span<const Param> params) { return object_schema(params, true); }
json::object output_schema(std::span<const Param> results) { return object_schema(results, false); }

}  // namespace aim::op
