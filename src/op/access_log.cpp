// Use case "access_log": which calls showed which memories, newest first (L3).
#include "engine/usage/access_log.h"

#include "base/timestamp.h"
#include "op/kit/catalog_functions.h"
#include "text/stretch.h"

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
  if (request.since)
    wanted.since =
        TRY(text::parse_stretch(*request.since, "since", engine.clock.now(), text::Side::past))
            .first;
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

}  // namespace aim::op
