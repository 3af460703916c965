// Use case "recent": the last calls of all doors and processes, as they were answered (L3).

#include "base/ascii.h"
#include "engine/usage/access_log.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/views/call_view.h"

namespace aim::op {
namespace {

struct RecentRequest {
  std::int64_t limit = 50;
  std::optional<std::string> after;
  CommaList kinds;
  std::optional<std::string> session;
  bool nothing_found = false;
  using R = RecentRequest;
  static constexpr std::tuple fields{
      takes("limit", &R::limit, rule::limit_search, "Maximum results"),
      takes("after", &R::after, rule::cursor, "next of a reply"),
      takes("kinds", &R::kinds, rule::any, "Only these kinds of calls: recall, store, …"),
      takes("session", &R::session, rule::session_id, "Only calls of this session"),
      takes("nothing_found", &R::nothing_found, rule::any,
            "Only questions to which nothing came back")};
};
struct RecentReply {
  std::int64_t count = 0;
  std::vector<CallView> items;
  std::optional<std::string> next;
  std::string log;
  std::optional<std::string> notice;
  using R = RecentReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number of results"), gives("items", &R::items, "Newest first"),
      gives("next", &R::next, "Cursor for the next page, if there may be more"),
      gives("log", &R::log, "Recorded calls: always, profiles or never"),
      gives("notice", &R::notice, "How to record all calls, if they are not recorded")};
};

Result<std::int64_t> number_of(const std::optional<std::string>& cursor) {
  if (!cursor)
    return 0;
  const auto number = ascii::number<std::int64_t>(*cursor);
  if (!number || *number < 1)
    return Failure(refuse("after", "must be the next of an earlier reply"));
  return *number;
}

Result<RecentReply> run_recent(Engine& engine, const RecentRequest& request, const Caller& caller) {
  const std::int64_t before = TRY(number_of(request.after));
  const auto page =
      TRY(engine::recent_calls(engine, {request.kinds.items, before, request.limit,
                                        request.session.value_or(""), request.nothing_found}));
  RecentReply reply;
  for (const engine::LoggedCall& each : page.calls) reply.items.push_back(view(each));
  reply.count = std::ssize(page.calls);
  if (page.next > 0)
    reply.next = std::to_string(page.next);
  const AccessLog log = engine.options.access_log;
  reply.log = log == AccessLog::always ? "always" : log == AccessLog::never ? "never" : "profiles";
  if (log != AccessLog::always)
    reply.notice = (log == AccessLog::never ? std::string("activity is not recorded")
                                            : "activity is recorded for profiles only") +
                   "; to record all calls: " + said_to_person(caller, {.program = set_config}) +
                   " access_log.enabled always, then restart the server";
  return reply;
}

}  // namespace

const Operation& recent() {
  return operation<run_recent>("recent", "List recent calls",
                               "List recent calls of assistants, programs and the "
                               "command line with their results, newest first.",
                               Effect::reads);
}

}  // namespace aim::op
