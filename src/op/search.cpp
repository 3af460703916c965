// Use case "search": memories that hold all the words (B1, B2); not counted as use.
#include "op/catalog_functions.h"
#include "op/filters.h"

namespace aim::op {
namespace {

struct SearchRequest {
  std::string query;
  std::optional<std::string> name_space, tags, since, until;
  std::optional<Tier> tier;
  std::optional<MemoryKind> kind;
  std::int64_t limit = 20;
  std::optional<Ranking> ranking;
  bool explain = false;
  static constexpr auto fields() {
    using R = SearchRequest;
    return std::tuple{
        needs("query", &R::query, rule::query, "Words that must all be there, in any form"),
        takes("namespace", &R::name_space, rule::name_space_filter, "Only this namespace; team/* with all below", 'n'),
        takes("tier", &R::tier, rule::any, "Only this tier", 't'),
        takes("limit", &R::limit, rule::limit_search, "At most so many"),
        takes("since", &R::since, rule::any, "Created then or later: a date or RFC 3339"),
        takes("until", &R::until, rule::any, "Created then or earlier: a date or RFC 3339"),
        takes("kind", &R::kind, rule::any, "Only this kind: what was observed, or what was thought about it"),
        takes("tags", &R::tags, rule::any, "Only with this tag; with a comma: all of them"),
        takes("ranking", &R::ranking, rule::any, "Which ranking; default: the configured one"),
        takes("explain", &R::explain, rule::any, "Show the factors of each score and what the query became")};
  }
};
struct SearchReply {
  std::int64_t count = 0;
  std::string query;
  std::vector<MemoryView> results;
  std::optional<QueryView> explain;
  static constexpr auto fields() {
    using R = SearchReply;
    return std::tuple{gives("count", &R::count, "How many were found"),
                      gives("query", &R::query, "The query as given"),
                      gives("results", &R::results, "Best first"),
                      gives("explain", &R::explain, "What the query became, when asked for")};
  }
};

Result<SearchReply> run(Engine& engine, const SearchRequest& request, const Caller&) {
  engine::Query query;
  query.text = request.query;
  query.filter = TRY(filter_of({request.name_space, request.tags, request.since, request.until}));
  query.filter.tier = request.tier;
  query.filter.kind = request.kind;
  query.limit = request.limit;
  query.ranking = request.ranking;
  const auto found = TRY(engine::search(engine, query));
  SearchReply reply;
  reply.query = request.query;
  for (const engine::Hit& hit : found.hits)
    reply.results.push_back(view(hit, false, request.explain));
  reply.count = static_cast<std::int64_t>(found.hits.size());
  if (request.explain)
    (reply.explain = query_view(found))->kind = request.kind;
  return reply;
}

}  // namespace

const Operation& search() {
  static const auto it = operation<run>(
      {"search", "Search memories", "Find memories that hold all the words of the query.", Effect::reads});
  return it;
}

}  // namespace aim::op
