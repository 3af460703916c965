// Use case "neighbourhood": what a memory is connected with, some steps far (L6).
#include "engine/browse/neighbourhood.h"

#include "base/timestamp.h"
#include "memory/rules.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct NeighbourhoodRequest {
  std::string id;
  std::int64_t depth = 2, limit = 300;
  using R = NeighbourhoodRequest;
  static constexpr std::tuple fields{
      needs("id", &R::id, rule::id, "Id or prefix"),
      takes("depth", &R::depth, rule::steps, "Number of steps"),
      takes("limit", &R::limit, rule::limit_nodes, "Maximum memories")};
};
struct NodeView {
  std::string id, title, name_space;
  Tier tier = Tier::mid_term;
  MemoryKind kind = MemoryKind::observation;
  std::int64_t depth = 0;
  using R = NodeView;
  static constexpr std::tuple fields{gives("id", &R::id, "Id"),
                                     gives("title", &R::title, "Title"),
                                     gives("namespace", &R::name_space, "Namespace"),
                                     gives("tier", &R::tier, "Tier"),
                                     gives("kind", &R::kind, "Kind"),
                                     gives("depth", &R::depth, "Steps from the requested memory")};
};
struct EdgeView {
  std::string source, target, relation;
  std::optional<double> weight;
  using R = EdgeView;
  static constexpr std::tuple fields{
      gives("source", &R::source, "From"), gives("target", &R::target, "To"),
      gives("relation", &R::relation, "Relation of a link, or near, or session"),
      gives("weight", &R::weight, "Similarity of near, 0 to 1")};
};
struct NeighbourhoodReply {
  std::vector<NodeView> nodes;
  std::vector<EdgeView> edges;
  bool truncated = false;
  using R = NeighbourhoodReply;
  static constexpr std::tuple fields{
      gives("nodes", &R::nodes, "The memory, then the others, nearest first"),
      gives("edges", &R::edges, "Connections"),
      gives("truncated", &R::truncated, "True if there are more than the limit")};
};

Result<NeighbourhoodReply> run_neighbourhood(Engine& engine, const NeighbourhoodRequest& request,
                                             const Caller&) {
  const auto found = TRY(engine::neighbourhood(engine, request.id, request.depth, request.limit));
  NeighbourhoodReply reply;
  reply.truncated = found.truncated;
  for (const engine::Node& node : found.nodes)
    reply.nodes.push_back({node.memory.id, node.memory.title, node.memory.name_space,
                           node.memory.tier, node.memory.kind, node.depth});
  for (const engine::Edge& edge : found.edges)
    reply.edges.push_back({edge.source, edge.target, edge.relation, edge.weight});
  return reply;
}

}  // namespace

const Operation& neighbourhood() {
  return operation<run_neighbourhood>(
      "neighbourhood", "Show a neighbourhood",
      "Show memories connected with a memory: by links, by similar meaning, by session.",
      Effect::reads, {.right = Right::read, .as_of = true});
}

// Use case "series": growth a day, and what calls cost a door, and who called (L7).

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
