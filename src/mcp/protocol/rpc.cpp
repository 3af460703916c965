#include "mcp/protocol/rpc.h"

#include <boost/json.hpp>

#include "text/json_items.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

Frame refused(int code, std::string message, const json::value* id) {
  Frame frame;
  frame.refusal = Refusal{{code, std::move(message)}, id};
  return frame;
}

// None is kept at any length.
bool is_sound(const json::value& id) {
  return id.is_null() || id.is_number() ||
         (id.is_string() && id.get_string().size() <= max_id_bytes);
}

Frame reply_frame(const json::object& object, const json::value* id) {
  Frame frame;
  if (!id)
    return frame;
  const json::value* result = object.if_contains("result");
  frame.reply = ClientReply{id, result && result->is_object() ? &result->get_object() : nullptr};
  return frame;
}

}  // namespace

Frame read_frame(const json::value& message) {
  if (!message.is_object())
    return refused(invalid_request, "a message must be a JSON object", nullptr);
  const json::object& object = message.get_object();
  const json::value* id = object.if_contains("id");
  if (id && !is_sound(*id))
    return refused(invalid_request, "\"id\" must be a number or a string of at most 256 bytes",
                   nullptr);
  const json::value* jsonrpc = object.if_contains("jsonrpc");
  if (!jsonrpc || !jsonrpc->is_string() || jsonrpc->get_string() != "2.0")
    return refused(invalid_request, "\"jsonrpc\" must be \"2.0\"", id);
  const json::value* method = object.if_contains("method");
  if (!method && (object.contains("result") || object.contains("error")))
    return reply_frame(object, id);
  if (!method || !method->is_string() || method->get_string().empty())
    return refused(invalid_request, "\"method\" must be a string", id);
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
  Frame frame;
  frame.request = request;
  return frame;
}

json::value id_before_fault(std::string_view message) {
  json::value id;
  text::JsonItems members(
      [&](std::string_view member, std::string_view item, bool in_array) -> Result<void> {
        if (member == "id" && !in_array && item.size() <= max_id_bytes)
          if (auto value = text::parse_json(item); value && !value->is_structured())
            id = std::move(*value);
        return {};
      },
      message.size());
  (void)members.feed(message);
  return id;
}

const json::value* param(const Request& request, std::string_view name) {
  return request.params ? request.params->if_contains(name) : nullptr;
}

std::optional<std::string_view> text_of(const json::value* value) {
  if (!value || !value->is_string())
    return std::nullopt;
  return std::string_view(value->get_string());
}

const json::value* meta(const Request& request, std::string_view name) {
  const json::value* all = param(request, "_meta");
  return all && all->is_object() ? all->get_object().if_contains(name) : nullptr;
}

json::object& beside(json::object& result) {
  json::value& meta = result["_meta"];
  if (!meta.is_object())
    meta = json::object();
  return meta.as_object();
}

json::object result_reply(const json::value& id, json::object result) {
  return {{"id", id}, {"jsonrpc", "2.0"}, {"result", std::move(result)}};
}

json::object error_reply(const json::value* id, const Fault& fault) {
  json::object error{{"code", fault.code}, {"message", fault.message}};
  if (!fault.data.empty())
    if (auto data = text::parse_json(fault.data))
      error["data"] = std::move(*data);
  return {{"error", std::move(error)}, {"id", id ? *id : json::value(nullptr)}, {"jsonrpc", "2.0"}};
}

json::object notification(std::string_view method, json::object params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace aim::mcp
