#include "mcp/rpc.h"

#include <boost/json.hpp>

#include "text/json_text.h"

namespace aim::mcp {
namespace {

Frame refused(int code, std::string message, const json::value* id) {
  return {{}, Refusal{code, std::move(message), id}};
}

json::value echo(const json::value* id) { return id ? *id : json::value(nullptr); }

}  // namespace

Frame read_frame(const json::value& message) {
  if (!message.is_object())
    return refused(invalid_request, "a message must be a JSON object", nullptr);
  const json::object& object = message.get_object();
  const json::value* id = object.if_contains("id");
  const json::value* jsonrpc = object.if_contains("jsonrpc");
  if (!jsonrpc || !jsonrpc->is_string() || jsonrpc->get_string() != "2.0")
    return refused(invalid_request, "\"jsonrpc\" must be \"2.0\"", id);
  const json::value* method = object.if_contains("method");
  if (!method && (object.contains("result") || object.contains("error")))
    return {};  // the client's answer to something that was never asked
  if (!method || !method->is_string() || method->get_string().empty())
    return refused(invalid_request, "\"method\" must be a text", id);
  Request request;
  request.method = method->get_string();
  request.notification = !id || id->is_null();
  request.id = id;
  if (const json::value* params = object.if_contains("params"); params && !params->is_null()) {
    if (!params->is_object()) {
      if (request.notification)
        return {};
      return refused(invalid_params, "\"params\" must be an object", id);
    }
    request.params = &params->get_object();
  }
  return {std::move(request), {}};
}

json::object result_reply(const json::value* id, json::object result) {
  return {{"id", echo(id)}, {"jsonrpc", "2.0"}, {"result", std::move(result)}};
}

json::object error_reply(const json::value* id, int code, std::string_view message) {
  return {{"error", json::object{{"code", code}, {"message", message}}},
          {"id", echo(id)},
          {"jsonrpc", "2.0"}};
}

std::string line_of(const json::value& reply) { return text::compact(reply); }

}  // namespace aim::mcp
