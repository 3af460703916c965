#include "op/live.h"

#include <boost/json.hpp>

#include "engine/browse/listings.h"
#include "engine/usage/access_log.h"
#include "op/views/call_view.h"
#include "text/json_text.h"

namespace aim::op {

Result<LivePoint> live_point(Engine& engine) {
  LivePoint point;
  point.call = TRY(engine::last_call(engine));
  point.change = TRY(engine::last_change(engine));
  return point;
}

Result<std::int64_t> changes_seen(Engine& engine, std::int64_t since) {
  if (TRY(engine::shows_all(engine)))
    return every_change;
  constexpr std::int64_t most = 1'000;
  const auto changes = TRY(engine::changes_since(engine, since, most));
  return static_cast<std::int64_t>(changes.changes.size());
}

Result<std::vector<LiveCall>> live_calls(Engine& engine, std::int64_t after, std::int64_t limit) {
  std::vector<LiveCall> calls;
  for (const engine::LoggedCall& each : TRY(engine::calls_after(engine, after, limit))) {
    json::object shown;
    write_fields(shown, view(each));
    calls.push_back({each.call.number, text::compact(shown)});
  }
  return calls;
}

}  // namespace aim::op
