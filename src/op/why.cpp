// Use case "why": why a recall shows a memory, or at which step it was lost (L2).
#include "engine/search/why.h"

#include <cmath>

#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct WhyRequest : MemoryFilter {
  std::string context, id;
  std::int64_t limit = 10;
  std::optional<double> min_score;
  using R = WhyRequest;
  static constexpr auto fields = std::tuple_cat(
      std::tuple{needs("context", &R::context, rule::question, "Question or task"),
                 needs("id", &R::id, rule::id, "Expected memory: id or prefix")},
      filter_fields(),
      std::tuple{takes("limit", &R::limit, rule::limit_recall, "As in the recall"),
                 takes("min_score", &R::min_score, rule::min_score, "As in the recall")});
};
struct NamedView {
  std::string id, title;
  std::optional<double> score;
  using R = NamedView;
  static constexpr std::tuple fields{gives("id", &R::id, "Id"), gives("title", &R::title, "Title"),
                                     gives("score", &R::score, "Score of the memory")};
};
struct WhyReply {
  bool found = false;
  NamedView memory;
  std::optional<std::int64_t> rank;
  std::optional<double> score;
  std::optional<std::string> lost_at;
  std::string sentence;
  std::optional<std::string> would_need;
  std::optional<std::vector<FactorView>> factors;
  std::vector<std::string> query_terms, matched_terms;
  std::optional<NamedView> best;
  double floor = 0;
  using R = WhyReply;
  static constexpr std::tuple fields{
      gives("found", &R::found, "Whether that recall shows it"),
      gives("memory", &R::memory, "The memory"),
      gives("rank", &R::rank, "Which one it is, best first, among the first two hundred"),
      gives("score", &R::score, "Score of the memory, shown or not"),
      gives("lost_at", &R::lost_at,
            "namespace, expired, archived, filter, candidates, floor or limit"),
      gives("sentence", &R::sentence, "The same as a sentence"),
      gives("would_need", &R::would_need, "Changes that would have helped"),
      gives("factors", &R::factors, "The factors of its score"),
      gives("query_terms", &R::query_terms, "Search terms"),
      gives("matched_terms", &R::matched_terms, "Search terms that the memory contains"),
      gives("best", &R::best, "First results of the recall"),
      gives("floor", &R::floor, "Minimum score for results")};
};

double rounded(double score) {
  return std::round(score * 1'000) / 1'000;
}

std::optional<std::string> maybe(std::string text) {
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

Result<WhyReply> run_why(Engine& engine, const WhyRequest& request, const Caller& caller) {
  engine::Query query;
  query.text = question_of(request.context);
  query.filter = TRY(filter_of(request, engine.clock.now()));
  query.filter.beside = beside(caller, query.filter);
  query.limit = request.limit;
  query.min_score = request.min_score;
  query.doubted = true;
  query.by_meaning = caller.tier != FeatureTier::keyword;
  auto why = TRY(engine::why(engine, query, request.id));
  WhyReply reply;
  reply.found = why.shown;
  reply.memory = {why.memory.id, why.memory.title, {}};
  reply.rank = why.rank;
  if (why.score)
    reply.score = rounded(*why.score);
  reply.lost_at = maybe(std::move(why.lost_at));
  reply.sentence = std::move(why.sentence);
  reply.would_need = maybe(std::move(why.would_need));
  if (!why.factors.empty())
    reply.factors.emplace();
  for (const Factor& factor : why.factors)
    reply.factors->push_back({std::string(factor.name), factor.value, factor.weight});
  reply.query_terms = std::move(why.terms);
  reply.matched_terms = std::move(why.matched);
  if (why.best)
    reply.best =
        NamedView{why.best->memory.id, why.best->memory.title, rounded(why.best->score.total)};
  reply.floor = why.floor;
  return reply;
}

}  // namespace

const Operation& why() {
  return operation<run_why>("why", "Explain a recall",
                            "Say why a recall shows a memory, or where it was lost.", Effect::reads,
                            {.right = Right::read});
}

}  // namespace aim::op
