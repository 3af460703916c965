#include "http/live.h"

#include "http/errors.h"
#include "op/live.h"

namespace aim::http {

net::Plan Live::plan(const net::Head& head) {
  if (head.method != "GET")
    return net::refused(method_not_allowed("GET"), path);
  net::Plan plan;
  plan.route = path;
  plan.answer = [this](net::Request& request, net::Exchange&) {
    return open(net::last_event_id(request.head));
  };
  return plan;
}

net::Response Live::open(std::optional<std::int64_t> after) {
  const auto now = op::live_point(engine_);
  if (!now)
    return error_response(now.error(), commands_);
  net::Response response;
  response.content_type = "text/event-stream";
  response.events = std::make_shared<net::EventStream>();
  const Lock lock(mutex_);
  std::erase_if(listeners_, [](const Listener& each) { return each.stream->closed(); });
  if (listeners_.size() >= max_streams) {
    listeners_.front().stream->finish();
    listeners_.erase(listeners_.begin());
  }
  // A number that is not yet there is one of another database.
  const std::int64_t call = std::clamp<std::int64_t>(after.value_or(now->call), 0, now->call);
  listeners_.push_back({response.events, call, now->change});
  return response;
}

void Live::tell_change(std::int64_t change, std::int64_t seen) {
  for (Listener& each : listeners_) {
    const std::int64_t changes = seen == op::every_change ? change - each.change
                                 : each.change < change   ? seen
                                                          : 0;
    if (changes > 0)
      each.stream->send("{\"changes\":" + std::to_string(changes) + "}", "changed");
    each.change = change;
  }
}

void Live::poll() {
  {
    const Lock lock(mutex_);
    std::erase_if(listeners_, [](const Listener& each) { return each.stream->closed(); });
    if (listeners_.empty())
      return;
  }
  const auto point = op::live_point(engine_);
  if (!point)
    return;
  std::int64_t oldest = point->change;
  {
    const Lock lock(mutex_);
    for (const Listener& each : listeners_) oldest = std::min(oldest, each.change);
  }
  // A number tells how much was changed in all: a caller with limited rights gets the number that
  // it sees.
  const auto seen =
      oldest < point->change ? op::changes_seen(engine_, oldest) : Result<std::int64_t>(0);
  if (!seen)
    return;
  std::int64_t from = std::max<std::int64_t>(0, point->call - max_burst);
  {
    const Lock lock(mutex_);
    std::int64_t heard = point->call;
    for (const Listener& each : listeners_) heard = std::min(heard, each.call);
    from = std::max(from, heard);
  }
  const auto calls = from < point->call ? op::live_calls(engine_, from, max_burst)
                                        : Result<std::vector<op::LiveCall>>();
  if (!calls)
    return;
  const Lock lock(mutex_);
  tell_change(point->change, *seen);
  for (Listener& each : listeners_) {
    if (each.call < from) {
      each.stream->send("{\"skipped\":" + std::to_string(from - each.call) + ",\"from\":" +
                            std::to_string(each.call + 1) + ",\"to\":" + std::to_string(from) + "}",
                        "summary", std::to_string(from));
      each.call = from;
    }
    for (const op::LiveCall& call : *calls) {
      if (call.number <= each.call)
        continue;
      each.stream->send(call.json, "recent", std::to_string(call.number));
      each.call = call.number;
    }
    each.call = std::min(each.call, point->call);  // another database may be in its place
  }
}

void Live::finish() {
  const Lock lock(mutex_);
  for (const Listener& each : listeners_) each.stream->finish();
  listeners_.clear();
}

}  // namespace aim::http
