// Use case "recall": the memories that fit a context best; their use is noted after the answer (B1, S2, S3).
#include "op/catalog_functions.h"
#include "op/filters.h"
#include "op/language_model.h"

namespace aim::op {
namespace {

struct RecallRequest {
  std::string context;
  std::optional<std::string> name_space, tags, since, until;
  std::optional<MemoryKind> kind;
  std::int64_t limit = 10;
  std::optional<std::int64_t> budget_tokens;
  std::optional<Ranking> ranking;
  bool explain = false;
  std::optional<bool> expand;
  static constexpr auto fields() {
    using R = RecallRequest;
    return std::tuple{
        needs("context", &R::context, rule::query,
              "What you want to know, or what you are working on"),
        takes("namespace", &R::name_space, rule::name_space_filter,
              "Only this namespace; team/* with all below", 'n'),
        takes("limit", &R::limit, rule::limit_recall, "At most so many"),
        takes("kind", &R::kind, rule::any, "Only this kind: what was observed, or what was thought about it"),
        takes("tags", &R::tags, rule::any, "Only with this tag; with a comma: all of them"),
        takes("since", &R::since, rule::any, "Created then or later: a date or RFC 3339"),
        takes("until", &R::until, rule::any, "Created then or earlier: a date or RFC 3339"),
        takes("budget_tokens", &R::budget_tokens, rule::budget_tokens,
              "At most so many tokens of titles and contents"),
        takes("ranking", &R::ranking, rule::any, "Which ranking; default: the configured one"),
        takes("explain", &R::explain, rule::any,
              "Show the factors of each score and what the query became"),
        takes("expand", &R::expand, rule::any,
              "Look for other words too that a language model gives, and wait for it; default: at "
              "the tier "
              "autonomous those that it has given in the background")};
  }
};

Result<RecallReply> run(Engine& engine, const RecallRequest& request, const Caller& caller) {
  engine::Query query;
  query.text = request.context;
  query.filter = TRY(filter_of({request.name_space, request.tags, request.since, request.until}));
  query.filter.kind = request.kind;
  query.limit = request.limit;
  query.budget_tokens = request.budget_tokens;
  query.ranking = request.ranking;
  query.by_meaning = caller.tier != FeatureTier::keyword;
  auto expansion = expansion_of(engine, request.context, request.expand, caller);
  for (const std::string& term : expansion.terms) query.expansion.append(term).append("\n");
  const auto found = TRY(engine::recall(engine, query));
  RecallReply reply = recall_reply(found, found.by_meaning ? "hybrid" : "keyword", request.explain);
  if (reply.explain)
    reply.explain->kind = request.kind;
  reply.budget_tokens = request.budget_tokens;
  reply.notice = std::move(expansion.notice);
  if (!expansion.terms.empty())
    reply.expanded_terms = std::move(expansion.terms);
  return reply;
}

}  // namespace

const Operation& recall() {
  static const auto it = operation<run>(
      {"recall", "Recall memories",
       "Find the memories that fit a context best; standards come first.", Effect::reads});
  return it;
}

}  // namespace aim::op
