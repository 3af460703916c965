// Use case "search": memories that hold all the words (B1, B2); not counted as use.
#include "op/excerpts.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/reply_room.h"
#include "op/missing_hits.h"
#include "op/notes.h"

namespace aim::op {
namespace {

struct SearchRequest : MemoryFilter {
  std::string query;
  std::int64_t limit = 20;
  std::optional<Ranking> ranking;
  bool explain = false;
  std::optional<std::int64_t> after;
  using R = SearchRequest;
  static constexpr auto fields =
      std::tuple_cat(std::tuple{needs("query", &R::query, rule::question,
                                      "Words that must all occur, in any form")},
                     filter_fields(),
                     std::tuple{takes("limit", &R::limit, rule::limit_search, "Maximum results"),
                                takes("ranking", &R::ranking, rule::any, "Default: as configured"),
                                takes("explain", &R::explain, rule::any, "Explain each score"),
                                takes("after", &R::after, rule::offset, "next of a reply")},
                     agent_field());
};
struct SearchReply {
  std::int64_t count = 0;
  std::string query;
  std::vector<MemoryView> results;
  std::optional<QueryView> explain;
  std::optional<std::int64_t> next;
  std::optional<std::string> notice;
  using R = SearchReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number found"),
      gives("query", &R::query, "The query as given"),
      gives("results", &R::results, "Best first"),
      gives("explain", &R::explain, "Analysis of the query, if requested"),
      gives("next", &R::next, "Where to continue, where not all had room"),
      gives("notice", &R::notice, "What else there is, or how the query was read")};
};

Result<SearchReply> run_search(Engine& engine, const SearchRequest& request, const Caller& caller) {
  engine::Query query;
  query.text = question_of(request.query);
  query.filter = TRY(filter_of(request, engine.clock.now()));
  const std::int64_t from = request.after.value_or(0);
  query.limit = request.limit + from;
  query.ranking = request.ranking;
  query.by_meaning = caller.tier != FeatureTier::keyword;  // the excerpts
  auto found = TRY(engine::search(engine, query));
  found.hits.erase(found.hits.begin(),
                   found.hits.begin() + std::min<std::int64_t>(from, std::ssize(found.hits)));
  note(caller, {"search", request.query, query.filter.name_space}, found);
  SearchReply reply;
  reply.query = request.query;
  ReplyRoom room(caller);
  for (const engine::Hit& hit : found.hits)
    if (room.takes(hit.memory))
      reply.results.push_back(view(hit, false, request.explain));
  reply.count = std::ssize(reply.results);
  if (room.is_full())
    reply.next = from + reply.count;
  add_excerpts(engine, query, found.hits, reply.results);
  if (std::string told = said_of_missing(query, found, caller); !told.empty())
    reply.notice = std::move(told);
  if (request.explain)
    (reply.explain = query_view(found))->kind = request.kind;
  return reply;
}

}  // namespace

const Operation& search() {
  return operation<run_search>("search", "Search memories",
                               "Find memories that contain all words of a query.", Effect::reads,
                               {.right = Right::read, .as_of = true, .shows_uses = true});
}

}  // namespace aim::op
