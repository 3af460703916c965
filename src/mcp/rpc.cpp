#include "mcp/rpc.h"

#include "text/json_text.h"

namespace aim::mcp {
namespace {

Frame refused(int code, std::string message, json::value id) {
  return {{}, Refusal{code, std::move(message), std::move(id)}};
}

}  // namespace

Frame read_frame(const json::value& message) {
  if (!message.is_object())
    return refused(invalid_request, "a message must be a JSON object", nullptr);
  const json::object& object = message.get_object();
  const json::value* id = object.if_contains("id");
  json::value echoed = id ? *id : json::value(nullptr);
  const json::value* jsonrpc = object.if_contains("jsonrpc");
  if (!jsonrpc || !jsonrpc->is_string() || jsonrpc->get_string() != "2.0")
    return refused(invalid_request, "\"jsonrpc\" must be \"2.0\"", std::move(echoed));
  const json::value* method = object.if_contains("method");
  if (!method && (object.contains("result") || object.contains("error")))
    return {};  // the client's answer to something that was never asked
  if (!method || !method->is_string() || method->get_string().empty())
    return refused(invalid_request, "\"method\" must be a text", std::move(echoed));
  Request request;
  request.method = method->get_string();
  request.notification = echoed.is_null();
  request.id = std::move(echoed);
  if (const json::value* params = object.if_contains("params"); params && !params->is_null()) {
    if (!params->is_object()) {
      if (request.notification)
        return {};
      return refused(invalid_params, "\"params\" must be an object", std::move(request.id));
    }
    request.params = &params->get_object();
  }
  return {std::move(request), {}};
}

json::object result_reply(json::value id, json::object result) {
  return {{"id", std::move(id)}, {"jsonrpc", "2.0"}, {"result", std::move(result)}};
}

json::object error_reply(json::value id, int code, std::string_view message) {
  return {{"error", json::object{{"code", code}, {"message", message}}},
          {"id", std::move(id)},
          {"jsonrpc", "2.0"}};
}

std::string line_of(const json::value& reply) { return text::compact(reply); }

}  // namespace aim::mcp
