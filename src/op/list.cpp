// Use case "list": memories by priority, then newest change; not counted as use.

#include "base/ascii.h"
#include "engine/usage/access_log.h"
#include "memory/row_rules.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/kit/reply_room.h"
#include "op/notes.h"
#include "op/views/call_view.h"

namespace aim::op {
namespace {

struct ListRequest : MemoryFilter {
  std::optional<std::int64_t> min_priority;
  std::optional<std::string> after;
  CommaList source;
  ListOrder sort = ListOrder::priority;
  std::int64_t limit = 20, offset = 0;
  using R = ListRequest;
  static constexpr auto fields = std::tuple_cat(
      filter_fields(),
      std::tuple{takes("limit", &R::limit, rule::limit_search, "Maximum results"),
                 takes("offset", &R::offset, rule::offset, "Skip this many"),
                 takes("min_priority", &R::min_priority, rule::priority, "Minimum priority"),
                 takes("sort", &R::sort, rule::any, "Order of the list")},
      agent_field(),
      std::tuple{takes("source", &R::source, rule::open_source, "Only memories of this source"),
                 takes("after", &R::after, rule::cursor, "next of a reply")});
};
struct ListReply {
  std::int64_t count = 0;
  std::vector<MemoryView> memories;
  std::optional<std::string> next, notice;
  using R = ListReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number of results"),
      gives("memories", &R::memories, "In the order asked for"),
      gives("next", &R::next, "Cursor for the next page, if there may be more"),
      gives("notice", &R::notice, "Why it is empty, and other notes")};
};

// Where a page of another order than priority begins.
Result<std::int64_t> offset_of(std::string_view place) {
  const auto offset = ascii::number<std::int64_t>(place);
  if (!offset || *offset < 0)
    return Failure(refuse("after", "must be the next of an earlier reply"));
  return *offset;
}

Result<ListReply> run_list(Engine& engine, const ListRequest& request, const Caller& caller) {
  Filter filter = TRY(filter_of(request, engine.clock.now()));
  filter.min_priority = request.min_priority;
  filter.sources = request.source.items;
  const bool by_priority = request.sort == ListOrder::priority;
  std::int64_t offset = request.offset;
  if (request.after && !by_priority)
    offset = TRY(offset_of(*request.after));
  const auto memories =
      TRY(request.after && by_priority
              ? engine::list_after(engine, filter, request.limit, *request.after)
              : engine::list(engine, filter, request.limit, offset, request.sort));
  note(caller, {"list", {}, filter.name_space}, memories);
  ListReply reply;
  ReplyRoom room(caller);
  for (const Memory& memory : memories)
    if (room.takes(memory))
      reply.memories.push_back(dated_view(memory));
  reply.count = std::ssize(reply.memories);
  if (reply.count > 0 && (reply.count == request.limit || room.is_full()))
    reply.next = by_priority ? engine::place_of(memories[reply.memories.size() - 1])
                             : std::to_string(offset + reply.count);
  return reply;
}

}  // namespace

const Operation& list() {
  return operation<run_list>("list", "List memories", "List memories, highest priority first.",
                             Effect::reads,
                             {.right = Right::read, .as_of = true, .shows_uses = true});
}

// Use case "recent": the last calls of all doors and processes, as they were answered (L3).

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
