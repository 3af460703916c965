// Use case "access_log": which calls showed which memories, newest first (L3).
#include "engine/usage/access_log.h"

#include "base/timestamp.h"
#include "install/look.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct AccessLogRequest {
  std::optional<std::string> memory, kind, since;
  std::int64_t limit = 50;
  using R = AccessLogRequest;
  static constexpr std::tuple fields{
      takes("memory", &R::memory, rule::id,
            "Only calls that showed this memory: id or unique prefix"),
      takes("kind", &R::kind, rule::access_kind, "Only calls of this kind, such as recall"),
      takes("since", &R::since, rule::time, "From this date or time"),
      takes("limit", &R::limit, rule::limit_log, "Maximum results")};
};
struct AccessView {
  std::string memory_id;
  std::int64_t key = 0;
  std::string accessed_at, access_type;
  Nullable<double> relevance_score;
  Nullable<std::string> query_text, client, session;
  using R = AccessView;
  static constexpr std::tuple fields{
      gives("memory_id", &R::memory_id, "The memory that was shown"),
      gives("key", &R::key, "Number of the access"),
      gives("accessed_at", &R::accessed_at, "RFC 3339"),
      gives("access_type", &R::access_type, "Kind of call"),
      gives("relevance_score", &R::relevance_score, "Score in that call"),
      gives("query_text", &R::query_text, "The question"),
      gives("client", &R::client, "Agent of the call"),
      gives("session", &R::session, "Session of the call")};
};
struct AccessLogReply {
  std::int64_t count = 0;
  std::vector<AccessView> items;
  using R = AccessLogReply;
  static constexpr std::tuple fields{gives("count", &R::count, "Number of results"),
                                     gives("items", &R::items, "Newest first")};
};

Result<AccessLogReply> run_access_log(Engine& engine, const AccessLogRequest& request,
                                      const Caller&) {
  engine::AccessLogRequest wanted{request.memory.value_or(""), request.kind, {}, request.limit};
  wanted.since = TRY(times_of(request.since, std::nullopt, engine.clock.now())).first;
  AccessLogReply reply;
  for (engine::LoggedAccess& each : TRY(engine::access_log(engine, wanted)))
    reply.items.push_back({std::move(each.memory_id),
                           each.key,
                           format_rfc3339(each.at),
                           std::move(each.kind),
                           {each.score},
                           {std::move(each.query)},
                           {std::move(each.client)},
                           {std::move(each.session)}});
  reply.count = static_cast<std::int64_t>(reply.items.size());
  return reply;
}

}  // namespace

const Operation& access_log() {
  return operation<run_access_log>("access_log", "List accesses",
                                   "List which calls showed which memories, newest first.",
                                   Effect::reads);
}

// Use cases "clients" and "clients_try": which assistants on this machine are connected, and
// whether that works (L7). They read files of the user of the program, and the second starts
// programs, so both are for administrators alone.

namespace {

struct ClientsTryRequest {
  bool try_hooks = false;
  using R = ClientsTryRequest;
  static constexpr std::tuple fields{
      takes("try", &R::try_hooks, rule::any,
            "Run each hook as its client would, with an event that changes nothing")};
};
struct ConnectionView {
  std::string client, title;
  bool there = false, connected = false;
  std::int64_t hooks = 0;
  std::optional<std::string> problem, remark;
  using R = ConnectionView;
  static constexpr std::tuple fields{
      gives("client", &R::client, "Name that install accepts"),
      gives("title", &R::title, "Display name"),
      gives("there", &R::there, "True if its folder is on this machine"),
      gives("connected", &R::connected, "True if this program is one of its MCP servers"),
      gives("hooks", &R::hooks, "Hooks of this program in its settings"),
      gives("problem", &R::problem, "Faults"),
      gives("remark", &R::remark, "Missing functions")};
};
struct ClientsReply {
  bool tried = false;
  std::vector<ConnectionView> clients;
  using R = ClientsReply;
  static constexpr std::tuple fields{gives("tried", &R::tried, "True if the hooks were run"),
                                     gives("clients", &R::clients, "All supported clients")};
};

// null: hooks are not run.
ClientsReply look_at_all(install::HookTrial* trial) {
  const install::Places places = install::places_of_environment();
  const install::Ours ours = install::ours_by(install::Receipts(install::receipts_file()));
  ClientsReply reply;
  reply.tried = trial != nullptr;
  for (const install::Client& client : install::clients()) {
    const install::ClientConnection found = install::look(client, places, ours);
    ConnectionView& view = reply.clients.emplace_back();
    view.client = client.name;
    view.title = client.title;
    view.there = found.there;
    view.connected = !found.server.empty();
    view.hooks = std::ssize(found.hooks);
    if (install::Wrong wrong = install::wrong_with(found, trial); !wrong.text.empty())
      view.problem = std::move(wrong.text);
    if (!client.remark.empty())
      view.remark = client.remark;
  }
  return reply;
}

Result<ClientsReply> run_clients(Engine&, const NoRequest&, const Caller&) {
  return look_at_all(nullptr);
}

Result<ClientsReply> run_clients_try(Engine&, const ClientsTryRequest& request, const Caller&) {
  install::HookTrial trial;
  return look_at_all(request.try_hooks ? &trial : nullptr);
}

}  // namespace

const Operation& clients() {
  return operation<run_clients>("clients", "Connected assistants",
                                "List supported assistants, connected ones and their faults.",
                                Effect::reads);
}

const Operation& clients_try() {
  return operation<run_clients_try>(
      "clients_try", "Try the hooks of connected assistants",
      "Run the hooks of each connected assistant with an event that changes nothing, and report "
      "faults. A hook without an answer is stopped after 5 s.",
      Effect::adds, {.right = Right::administer, .makes_database = false});
}

}  // namespace aim::op
