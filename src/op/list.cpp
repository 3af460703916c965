// Use case "list": memories by priority, then newest change; not counted as use.
#include <charconv>

#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/reply_room.h"
#include "op/notes.h"

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
      std::tuple{takes("source", &R::source, rule::source, "Only memories of this source"),
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
  std::int64_t offset = 0;
  const auto [end, error] = std::from_chars(place.data(), place.data() + place.size(), offset);
  if (error != std::errc() || end != place.data() + place.size() || offset < 0)
    return Failure(refuse("after", "must be the next of an earlier reply"));
  return offset;
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
                             Effect::reads, {.right = Right::read, .as_of = true});
}

}  // namespace aim::op
