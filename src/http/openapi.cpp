#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/version.h"
#include "http/describe.h"
#include "http/errors.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/schema.h"
#include "text/json_text.h"

namespace aim::http {
namespace {

constexpr std::string_view json_type = "application/json";

json::object reference(std::string_view folder, std::string_view name) {
  return {{"$ref", std::string("#/components/").append(folder).append("/").append(name)}};
}

// "recall_by_body" becomes "RecallByBody".
std::string type_name(std::string_view id) {
  std::string name;
  bool upper = true;
  for (const char letter : id) {
    if (letter != '_')
      name += upper ? ascii::upper(letter) : letter;
    upper = letter == '_';
  }
  return name;
}

// ---- objects that many answers show ----

struct Shared {
  std::string_view name;
  json::object schema;
};

// Replaces each place where a shared object is spelt out by a reference to it.
void refer(json::value& value, const std::vector<Shared>& shared) {
  if (json::array* list = value.if_array()) {
    for (json::value& each : *list) refer(each, shared);
    return;
  }
  json::object* object = value.if_object();
  if (!object)
    return;
  json::object bare = *object;
  bare.erase("description");
  for (const Shared& each : shared) {
    if (bare != each.schema)
      continue;
    json::object replaced = reference("schemas", each.name);
    if (const json::value* description = object->if_contains("description"))
      replaced["description"] = *description;
    value = std::move(replaced);
    return;
  }
  for (auto& [name, member] : *object) refer(member, shared);
}

const std::vector<Shared>& shared_objects() {
  static const std::vector<Shared> shared{
      {"Memory", op::output_schema(op::describe<op::MemoryView>())},
      {"ArchivedMemory", op::output_schema(op::describe<op::ArchivedView>())},
      {"Link", op::output_schema(op::describe<op::LinkView>())},
      {"Query", op::output_schema(op::describe<op::QueryView>())},
      {"NamespaceCount", op::output_schema(op::describe<op::CountView>())},
  };
  return shared;
}

// ---- requests ----

// What is true of arguments at this door beyond what op::input_schema says of them.
void refine(json::object& schema, const op::Param& param, ArgumentPlace place) {
  json::object& value = param.nullable ? schema["anyOf"].at(0).as_object() : schema;
  if (param.rule.clamps) {  // more is no error (S7)
    value.erase("maximum");
    schema["description"] = std::string(param.doc) + "; more than " +
                            std::to_string(static_cast<std::int64_t>(param.rule.maximum)) +
                            " is reduced to it";
  }
  if (param.rule.not_blank)
    value["pattern"] = "\\S";
  if (place == ArgumentPlace::body) {
    if (!param.required && !param.nullable)  // null is as good as nothing (S24)
      schema = op::or_null(std::move(schema));
  } else if (param.nullable) {  // nothing in an address is null
    json::object only = value;
    only["description"] = schema["description"];
    schema = std::move(only);
  }
}

json::object object_schema(const std::vector<op::Param>& params) {
  json::object schema = op::input_schema(params);
  for (const op::Param& param : params)
    refine(schema["properties"].as_object()[param.name].as_object(), param, ArgumentPlace::body);
  return schema;
}

json::object parameter(const Argument& argument) {
  const op::Param& param = argument.param;
  const json::object all = op::input_schema(std::span(&param, 1));
  json::object schema = all.at("properties").at(param.name).as_object();
  refine(schema, param, argument.place);
  json::object made{{"name", param.name},
                    {"in", argument.place == ArgumentPlace::path ? "path" : "query"}};
  made["description"] = schema["description"];
  schema.erase("description");
  made["required"] = param.required;
  made["schema"] = std::move(schema);
  return made;
}

std::optional<json::object> body_schema(const Row& row, const std::vector<Argument>& arguments) {
  if (row.from == From::stream) {
    const op::Document& document = row.operation().input;
    json::object item = object_schema(document.members);
    if (!document.list)
      return item;
    return json::object{
        {"type", "array"}, {"items", std::move(item)}, {"maxItems", max_bulk_items}};
  }
  if (row.from != From::body)
    return std::nullopt;
  std::vector<op::Param> members;
  for (const Argument& argument : arguments)
    if (argument.place == ArgumentPlace::body)
      members.push_back(argument.param);
  return object_schema(members);
}

// ---- the parts of the document ----

json::object content(std::string_view type, json::object schema) {
  return {{type, json::object{{"schema", std::move(schema)}}}};
}

json::object success(const Row& row, json::object& schemas) {
  json::object response{{"description", reason_of(row.status)}};
  const auto results = results_of(row);
  if (results.empty()) {  // pages of text
    const bool json_page = row.page == Page::openapi;
    const std::string_view type = json_page                ? json_type
                                  : row.page == Page::docs ? "text/html"
                                                           : "text/plain";
    response["content"] = content(type, {{"type", json_page ? "object" : "string"}});
    return response;
  }
  const std::string name = type_name(id_of(row)) + "Reply";
  json::value schema = op::output_schema(results);
  refer(schema, shared_objects());
  if (writes_list(row))
    schema = {{"type", "array"}, {"items", std::move(schema)}};
  schemas[name] = std::move(schema);
  response["content"] = content(json_type, reference("schemas", name));
  return response;
}

json::object operation_of(const Row& row, const DescribedServer& server, json::object& schemas) {
  json::object made{{"operationId", id_of(row)},
                    {"summary", title_of(row)},
                    {"description", summary_of(row)},
                    {"tags", json::array{row.group}}};
  const auto arguments = arguments_of(row);
  json::array parameters;
  for (const Argument& argument : arguments)
    if (argument.place != ArgumentPlace::body)
      parameters.emplace_back(parameter(argument));
  if (!parameters.empty())
    made["parameters"] = std::move(parameters);
  if (row.from == From::file)
    made["requestBody"] = {{"required", true},
                           {"content", content("application/octet-stream",
                                               {{"type", "string"}, {"format", "binary"}})}};
  if (auto schema = body_schema(row, arguments)) {
    const std::string name = type_name(id_of(row)) + "Request";
    schemas[name] = std::move(*schema);
    made["requestBody"] = {{"required", true},
                           {"content", content(json_type, reference("schemas", name))}};
  }
  json::object responses;
  responses[std::to_string(row.status)] = success(row, schemas);
  for (const int status : errors_of(row, server.token))
    responses[std::to_string(status)] = reference("responses", "Error" + std::to_string(status));
  if (row.page == Page::health) {
    responses["503"] = responses[std::to_string(row.status)];
    responses["503"].as_object()["description"] = "Error";
    made["security"] = json::array();
  }
  made["responses"] = std::move(responses);
  return made;
}

json::object error_schema() {
  json::object text{{"type", "string"}};
  return {
      {"type", "object"},
      {"required", {"code", "error", "message"}},
      {"properties",
       {{"code",
         {{"type", "string"}, {"description", "For programs: VALIDATION_FAILED, NOT_FOUND, …"}}},
        {"error", {{"type", "string"}, {"description", "Message for people"}}},
        {"message",
         {{"type", "string"}, {"description", "The same message under a second name"}}}}}};
}

json::object error_responses(const DescribedServer& server) {
  json::object responses;
  for (const Row& row : rows())
    for (const int status : errors_of(row, server.token)) {
      json::object response{{"description", reason_of(status)},
                            {"content", content(json_type, reference("schemas", "Error"))}};
      const std::string_view header = status == 401   ? "WWW-Authenticate"
                                      : status == 503 ? "Retry-After"
                                                      : "";
      if (!header.empty())
        response["headers"] = {
            {header, {{"schema", {{"type", status == 503 ? "integer" : "string"}}}}}};
      responses["Error" + std::to_string(status)] = std::move(response);
    }
  return responses;
}

json::array tags(const DescribedServer& server) {
  json::array groups;
  std::set<std::string_view> listed;
  for (const Row& row : rows())
    if (is_described(row, server.tier) && listed.insert(row.group).second)
      groups.emplace_back(json::object{{"name", row.group}});
  return groups;
}

}  // namespace

std::string openapi(const DescribedServer& server) {
  json::object paths, schemas;
  for (const Row& row : rows()) {
    if (!is_described(row, server.tier))
      continue;
    // OpenAPI has no word for what a wildcard stands for: it is a name like others.
    std::string shown(row.path);
    if (const std::size_t dots = shown.find("...}"); dots != shown.npos)
      shown.erase(dots, 3);
    json::value& path = paths[shown];
    if (path.is_null())
      path = json::object();
    path.as_object()[ascii::lower(row.method)] = operation_of(row, server, schemas);
  }
  schemas["Error"] = error_schema();
  for (const Shared& each : shared_objects()) schemas[each.name] = each.schema;
  json::object components{{"schemas", std::move(schemas)}, {"responses", error_responses(server)}};
  json::object document{{"openapi", "3.1.0"},
                        {"info",
                         {{"title", "ai-memory"},
                          {"version", version},
                          {"summary", "Persistent memory for AI assistants"},
                          {"description",
                           "Errors are always JSON with `code`, `error` and `message`. HEAD works "
                           "where GET does. Unknown members and "
                           "parameters are ignored, and named in the reply's `warnings`."}}},
                        {"servers", json::array{json::object{{"url", "/"}}}},
                        {"tags", tags(server)},
                        {"paths", std::move(paths)}};
  if (server.token) {
    components["securitySchemes"] = {{"bearer", {{"type", "http"}, {"scheme", "bearer"}}}};
    document["security"] = json::array{json::object{{"bearer", json::array()}}};
  }
  document["components"] = std::move(components);
  return text::compact(document);
}

}  // namespace aim::http
