#include "mcp/protocol/log_lines.h"

#include <boost/json.hpp>
#include <chrono>

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

namespace {

using std::chrono::steady_clock;
constexpr std::chrono::milliseconds least_pause{100};

}  // namespace

std::function<void(const op::Progress&)> progress_teller(const Request& request,
                                                         const SharedReplySink& sink,
                                                         bool with_message) {
  const json::value* token = meta(request, "progressToken");
  if (!token || !(token->is_string() || token->is_number()) || !sink->can_notify ||
      (token->is_string() && token->get_string().size() > max_id_bytes))
    return {};
  return [token = *token, sink, with_message, last = steady_clock::time_point(),
          last_done = std::int64_t{0}](const op::Progress& progress) mutable {
    const auto now = steady_clock::now();
    const bool finished = progress.total && progress.done == *progress.total;
    if (progress.done <= last_done || (!finished && now - last < least_pause))
      return;
    last = now;
    last_done = progress.done;
    json::object params{{"progress", progress.done}, {"progressToken", token}};
    if (progress.total)
      params["total"] = *progress.total;
    if (with_message && !progress.what.empty())
      params["message"] = std::to_string(progress.done) + " " + std::string(progress.what);
    sink->notify(notification("notifications/progress", std::move(params)));
  };
}

}  // namespace aim::mcp
