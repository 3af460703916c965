#include "mcp/log_lines.h"

#include <boost/json.hpp>

#include "mcp/about.h"
#include "mcp/rpc.h"

namespace aim::mcp {
namespace {

void tell(const SharedOutlet& outlet, std::string_view level, const json::value& data) {
  outlet->tell(notification("notifications/message",
                            {{"level", level}, {"logger", "ai-memory"}, {"data", data}}));
}

}  // namespace

void log_failure(int from, const json::object& result, const SharedOutlet& outlet) {
  if (from <= error_level && outlet->can_tell && result.contains("isError"))
    tell(outlet, "error", result.at("content").as_array().front().at("text"));
}

std::function<void(std::string_view)> warning_teller(int from, const SharedOutlet& outlet) {
  if (from > warning_level || !outlet->can_tell)
    return {};
  return [outlet](std::string_view text) { tell(outlet, "warning", json::value(text)); };
}

}  // namespace aim::mcp
