#include "mcp/protocol/log_lines.h"

#include <boost/json.hpp>

#include "mcp/protocol/rpc.h"
#include "mcp/surface/server_info.h"

namespace aim::mcp {
namespace {

void notify(const SharedReplySink& sink, std::string_view level, const json::value& data) {
  sink->notify(notification("notifications/message",
                            {{"level", level}, {"logger", "ai-memory"}, {"data", data}}));
}

}  // namespace

void log_failure(int from, const json::object& result, const SharedReplySink& sink) {
  if (from <= error_level && sink->can_notify && result.contains("isError"))
    notify(sink, "error", result.at("content").as_array().front().at("text"));
}

std::function<void(std::string_view)> warning_teller(int from, const SharedReplySink& sink) {
  if (from > warning_level || !sink->can_notify)
    return {};
  return [sink](std::string_view text) { notify(sink, "warning", json::value(text)); };
}

}  // namespace aim::mcp
