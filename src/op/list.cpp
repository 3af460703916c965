// Use case "list": memories by priority, then newest change; not counted as use.
#include "op/catalog_functions.h"
#include "op/filters.h"

namespace aim::op {
namespace {

struct ListRequest {
  std::optional<std::string> name_space, tags, since, until;
  std::optional<Tier> tier;
  std::optional<std::int64_t> min_priority;
  std::optional<MemoryKind> kind;
  std::int64_t limit = 20, offset = 0;
  static constexpr auto fields() {
    using R = ListRequest;
    return std::tuple{
        takes("namespace", &R::name_space, rule::name_space_filter, "Only this namespace; team/* with all below", 'n'),
        takes("tier", &R::tier, rule::any, "Only this tier", 't'),
        takes("limit", &R::limit, rule::limit_search, "At most so many"),
        takes("offset", &R::offset, rule::offset, "Skip so many"),
        takes("min_priority", &R::min_priority, rule::priority, "Only this priority or higher"),
        takes("since", &R::since, rule::any, "Created then or later: a date or RFC 3339"),
        takes("until", &R::until, rule::any, "Created then or earlier: a date or RFC 3339"),
        takes("kind", &R::kind, rule::any, "Only this kind: what was observed, or what was thought about it"),
        takes("tags", &R::tags, rule::any, "Only with this tag; with a comma: all of them")};
  }
};
struct ListReply {
  std::int64_t count = 0;
  std::vector<MemoryView> memories;
  static constexpr auto fields() {
    using R = ListReply;
    return std::tuple{gives("count", &R::count, "How many are shown"),
                      gives("memories", &R::memories, "By priority, then newest change")};
  }
};

Result<ListReply> run(Engine& engine, const ListRequest& request, const Caller&) {
  Filter filter = TRY(filter_of({request.name_space, request.tags, request.since, request.until}));
  filter.tier = request.tier;
  filter.kind = request.kind;
  filter.min_priority = request.min_priority;
  const auto memories = TRY(engine::list(engine, filter, request.limit, request.offset));
  ListReply reply;
  reply.memories = views(memories);
  reply.count = static_cast<std::int64_t>(memories.size());
  return reply;
}

}  // namespace

const Operation& list() {
  static const auto it = operation<run>(
      {"list", "List memories", "List memories, the most important first.", Effect::reads});
  return it;
}

}  // namespace aim::op
