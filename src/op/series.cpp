// Use case "series": growth a day, and what calls cost a door, and who called (L7).
#include "engine/browse/series.h"

#include "base/timestamp.h"
#include "memory/page_rules.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct SeriesRequest {
  std::int64_t days = 30;
  using R = SeriesRequest;
  static constexpr std::tuple fields{
      takes("days", &R::days, rule::series_days, "Number of days, up to today")};
};
struct DayView {
  std::string day;
  std::int64_t memories = 0, stored = 0, recalls = 0;
  std::optional<double> p50_ms, p95_ms;
  using R = DayView;
  static constexpr std::tuple fields{
      gives("day", &R::day, "The day, UTC"),
      gives("memories", &R::memories, "Memories at the end of the day, without deleted ones"),
      gives("stored", &R::stored, "Memories stored on that day"),
      gives("recalls", &R::recalls, "Recorded recalls"),
      gives("p50_ms", &R::p50_ms, "Median latency"),
      gives("p95_ms", &R::p95_ms, "95th percentile of latency")};
};
struct DoorView {
  std::string door;
  std::int64_t calls = 0, tokens = 0;
  std::optional<double> p50_ms, p95_ms;
  using R = DoorView;
  static constexpr std::tuple fields{gives("door", &R::door, "mcp, http, cli or hook"),
                                     gives("calls", &R::calls, "Recorded calls"),
                                     gives("tokens", &R::tokens, "Tokens of their results"),
                                     gives("p50_ms", &R::p50_ms, "Median latency"),
                                     gives("p95_ms", &R::p95_ms, "95th percentile of latency")};
};
struct ClientView {
  std::optional<std::string> client;
  std::string door, last_at;
  std::optional<std::string> last_session;
  std::int64_t calls = 0, tokens = 0, sessions = 0;
  using R = ClientView;
  static constexpr std::tuple fields{
      gives("client", &R::client, "Name of the client, if known"),
      gives("door", &R::door, "mcp, http, cli or hook"),
      gives("last_at", &R::last_at, "Time of its last call, RFC 3339"),
      gives("last_session", &R::last_session, "Its last known session"),
      gives("calls", &R::calls, "Its calls among the last twenty thousand"),
      gives("tokens", &R::tokens, "Tokens of their results"),
      gives("sessions", &R::sessions, "Number of its known sessions")};
};
struct SeriesReply {
  std::vector<DayView> days;
  std::vector<DoorView> doors;
  std::vector<ClientView> clients;
  using R = SeriesReply;
  static constexpr std::tuple fields{
      gives("days", &R::days, "All days in order"), gives("doors", &R::doors, "Most calls first"),
      gives("clients", &R::clients, "Clients, most recent first, up to fifty")};
};

Result<SeriesReply> run_series(Engine& engine, const SeriesRequest& request, const Caller&) {
  constexpr std::size_t date = 10;  // characters of "2026-11-22"
  SeriesReply reply;
  const auto found = TRY(engine::series(engine, request.days));
  for (const engine::DayFigures& each : found.days)
    reply.days.push_back({format_rfc3339(each.day).substr(0, date), each.memories, each.stored,
                          each.recalls, each.recall_time.p50_ms, each.recall_time.p95_ms});
  for (const engine::DoorFigures& each : found.doors)
    reply.doors.push_back({each.door, each.calls, each.tokens, each.time.p50_ms, each.time.p95_ms});
  for (const engine::ClientFigures& each : found.clients) {
    ClientView& client = reply.clients.emplace_back();
    if (!each.client.empty())
      client.client = each.client;
    if (!each.last_session.empty())
      client.last_session = each.last_session;
    client.door = each.door;
    client.last_at = format_rfc3339(each.last);
    client.calls = each.calls;
    client.tokens = each.tokens;
    client.sessions = each.sessions;
  }
  return reply;
}

}  // namespace

const Operation& series() {
  return operation<run_series>("series", "Figures by day",
                               "Show growth, latency and calls by day, source and client.",
                               Effect::reads);
}

}  // namespace aim::op
