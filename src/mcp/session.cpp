#include "mcp/session.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <optional>

#include "base/version.h"
#include "mcp/prompts.h"
#include "mcp/rpc.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

constexpr std::array<std::string_view, 4> versions{"2024-11-05", "2025-03-26", "2025-06-18",
                                                   "2025-11-25"};
constexpr std::array<std::string_view, 8> log_levels{
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

ToolStyle style_of(std::string_view version) {
  return {version >= versions[1], version >= versions[2], version >= versions[2]};
}

const json::value* param(const Request& request, std::string_view name) {
  return request.params ? request.params->if_contains(name) : nullptr;
}

json::object refused(const Request& request, std::string_view message) {
  return error_reply(request.id, invalid_params, message);
}

}  // namespace

void Session::handle(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == line.npos)
    return;
  const auto message = text::parse_json(line);
  if (!message) {
    send_(line_of(error_reply(nullptr, parse_error, message.error().message)));
    return;
  }
  if (message->is_array())
    return handle_batch(message->get_array());
  if (const auto reply = answer(*message))
    send_(line_of(*reply));
}

void Session::handle_too_long(std::size_t max_bytes) {
  send_(line_of(error_reply(nullptr, invalid_request,
                            "a message may have at most " + std::to_string(max_bytes) + " bytes")));
}

void Session::handle_batch(const json::array& batch) {
  // Batches came with 2025-03-26 and went with 2025-06-18.
  if (version_ != versions[1] || batch.empty()) {
    send_(line_of(error_reply(nullptr, invalid_request,
                              batch.empty() ? "a batch must not be empty"
                                            : "batches are not part of this protocol version")));
    return;
  }
  json::array replies;
  for (const json::value& message : batch)
    if (auto reply = answer(message))
      replies.emplace_back(std::move(*reply));
  if (!replies.empty())
    send_(line_of(replies));
}

std::optional<json::object> Session::answer(const json::value& message) {
  Frame frame = read_frame(message);
  if (frame.refusal)
    return error_reply(frame.refusal->id, frame.refusal->code, frame.refusal->message);
  if (!frame.request || frame.request->notification)
    return std::nullopt;
  current_id_ = text::compact(*frame.request->id);
  cancelled_ = false;
  auto reply = dispatch(*frame.request);
  current_id_.clear();
  if (cancelled_)
    return std::nullopt;
  return reply;
}

json::object Session::dispatch(const Request& request) {
  if (request.method == "tools/call")
    return call(request);
  if (request.method == "initialize")
    return initialize(request);
  if (request.method == "ping")
    return result_reply(request.id, {});
  if (request.method == "tools/list")
    return result_reply(request.id, {{"tools", list_tools(tier_, style_)}});
  if (request.method == "prompts/list")
    return result_reply(request.id, {{"prompts", list_prompts()}});
  if (request.method == "prompts/get")
    return prompt(request);
  if (request.method == "logging/setLevel")
    return set_level(request);
  return error_reply(request.id, method_not_found,
                     "method not found: " + std::string(request.method.substr(0, 100)));
}

json::object Session::initialize(const Request& request) {
  const json::value* wanted = param(request, "protocolVersion");
  const auto known = wanted && wanted->is_string()
                         ? std::find(versions.begin(), versions.end(),
                                     std::string_view(wanted->get_string()))
                         : versions.end();
  version_ = known == versions.end() ? versions.front() : *known;
  style_ = style_of(version_);
  initialized_ = true;
  json::object server{{"name", "ai-memory"}, {"version", version}};
  if (style_.titles)
    server["title"] = "ai-memory";
  return result_reply(
      request.id,
      {{"protocolVersion", version_},
       {"capabilities",
        json::object{{"logging", json::object()}, {"prompts", json::object()}, {"tools", json::object()}}},
       {"serverInfo", std::move(server)},
       {"instructions",
        "A memory that outlives the session: memory_session_start when it begins, memory_recall before you "
        "answer, memory_store for what is worth keeping."}});
}

json::object Session::call(const Request& request) {
  const json::value* name = param(request, "name");
  if (!name || !name->is_string() || name->get_string().empty())
    return refused(request, "tools/call needs the name of a tool");
  const json::value* arguments = param(request, "arguments");
  if (arguments && !arguments->is_object() && !arguments->is_null())
    return refused(request, "\"arguments\" must be an object");
  static const json::object none;
  json::object result =
      call_tool(engine_, std::string_view(name->get_string()),
                arguments && arguments->is_object() ? arguments->get_object() : none, tier_, style_,
                stop_);
  tell_of_failure(result);
  return result_reply(request.id, std::move(result));
}

json::object Session::prompt(const Request& request) {
  const json::value* name = param(request, "name");
  if (!name || !name->is_string())
    return refused(request, "prompts/get needs the name of a prompt");
  const json::value* arguments = param(request, "arguments");
  if (arguments && !arguments->is_object() && !arguments->is_null())
    return refused(request, "\"arguments\" must be an object");
  static const json::object none;
  auto got = get_prompt(std::string_view(name->get_string()),
                        arguments && arguments->is_object() ? arguments->get_object() : none, tier_);
  if (!got)
    return refused(request, got.error().message);
  return result_reply(request.id, std::move(*got));
}

json::object Session::set_level(const Request& request) {
  const json::value* level = param(request, "level");
  const auto known = level && level->is_string()
                         ? std::find(log_levels.begin(), log_levels.end(),
                                     std::string_view(level->get_string()))
                         : log_levels.end();
  if (known == log_levels.end())
    return refused(request, "\"level\" must be one of debug, info, notice, warning, error, critical, "
                            "alert, emergency");
  // Failures are told at the level error: a client that asked for worse only hears nothing.
  wants_log_ = known - log_levels.begin() <= 4;
  return result_reply(request.id, {});
}

void Session::tell_of_failure(const json::object& result) {
  if (!wants_log_ || !result.contains("isError"))
    return;
  json::object params{{"level", "error"},
                      {"logger", "ai-memory"},
                      {"data", result.at("content").as_array().front().at("text")}};
  send_(line_of(json::object{
      {"jsonrpc", "2.0"}, {"method", "notifications/message"}, {"params", std::move(params)}}));
}

}  // namespace aim::mcp
