// Use case "series": growth a day, and what calls cost a door (L7).
#include "engine/inspect/series.h"

#include "base/timestamp.h"
#include "memory/page_rules.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct SeriesRequest {
  std::int64_t days = 30;
  static constexpr auto fields() {
    using R = SeriesRequest;
    return std::tuple{takes("days", &R::days, rule::series_days, "The last so many days")};
  }
};
struct DayView {
  std::string day;
  std::int64_t memories = 0, stored = 0, recalls = 0;
  std::optional<double> p50_ms, p95_ms;
  static constexpr auto fields() {
    using R = DayView;
    return std::tuple{
        gives("day", &R::day, "The day, UTC"),
        gives("memories", &R::memories, "Memories at its end, of those that are still there"),
        gives("stored", &R::stored, "Of these, stored on that day"),
        gives("recalls", &R::recalls, "Recalls, as far as the access log has them"),
        gives("p50_ms", &R::p50_ms, "Half of them took less"),
        gives("p95_ms", &R::p95_ms, "95 of a hundred took less")};
  }
};
struct DoorView {
  std::string door;
  std::int64_t calls = 0, tokens = 0;
  std::optional<double> p50_ms, p95_ms;
  static constexpr auto fields() {
    using R = DoorView;
    return std::tuple{gives("door", &R::door, "mcp, http, cli or hook"),
                      gives("calls", &R::calls, "Calls, as far as the access log has them"),
                      gives("tokens", &R::tokens, "Tokens of what they showed"),
                      gives("p50_ms", &R::p50_ms, "Half of them took less"),
                      gives("p95_ms", &R::p95_ms, "95 of a hundred took less")};
  }
};
struct SeriesReply {
  std::vector<DayView> days;
  std::vector<DoorView> doors;
  static constexpr auto fields() {
    using R = SeriesReply;
    return std::tuple{gives("days", &R::days, "In order, every one"),
                      gives("doors", &R::doors, "Most calls first")};
  }
};

Result<SeriesReply> run(Engine& engine, const SeriesRequest& request, const Caller&) {
  constexpr std::size_t date = 10;  // characters of "2026-11-22"
  SeriesReply reply;
  const auto found = TRY(engine::series(engine, request.days));
  for (const engine::DayFigures& each : found.days)
    reply.days.push_back({format_rfc3339(each.day).substr(0, date), each.memories, each.stored,
                          each.recalls, each.recall_time.p50_ms, each.recall_time.p95_ms});
  for (const engine::DoorFigures& each : found.doors)
    reply.doors.push_back({each.door, each.calls, each.tokens, each.time.p50_ms, each.time.p95_ms});
  return reply;
}

}  // namespace

const Operation& series() {
  static const auto it = operation<run>(
      {"series", "Figures by day",
       "Show how the database has grown, and what calls took, by day and door.", Effect::reads});
  return it;
}

}  // namespace aim::op
