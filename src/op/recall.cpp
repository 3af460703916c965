// Use case "recall": the memories that fit a context best; their use is noted after the answer (B1,
// S2, S3).
#include "base/numbers.h"
#include "engine/history/search_turns.h"
#include "engine/search/excerpt.h"
#include "engine/vectors/embeddings.h"
#include "op/excerpts.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/language_model.h"
#include "op/missing_hits.h"
#include "op/notes.h"
#include "op/shown_before.h"

namespace aim::op {
namespace {

struct RecallRequest : MemoryFilter {
  std::string context;
  std::int64_t limit = 10;
  std::optional<std::int64_t> budget_tokens;
  std::optional<double> min_score;
  std::optional<Ranking> ranking;
  bool explain = false;
  std::optional<bool> expand;
  std::optional<std::string> session_id;
  bool fresh = false, include_weak = false, include_transcripts = false;
  std::optional<std::int64_t> content_bytes;
  using R = RecallRequest;
  static constexpr auto fields = std::tuple_cat(
      std::tuple{needs("context", &R::context, rule::question, "Question or task")},
      filter_fields(),
      std::tuple{takes("limit", &R::limit, rule::limit_recall, "Maximum results"),
                 takes("budget_tokens", &R::budget_tokens, rule::budget_tokens,
                       "Maximum tokens of titles and contents"),
                 takes("min_score", &R::min_score, rule::min_score, "Minimum score; default: 0.2"),
                 takes("ranking", &R::ranking, rule::any, "Default: as configured"),
                 takes("include_weak", &R::include_weak, rule::any, "Also those below min_score"),
                 takes("include_transcripts", &R::include_transcripts, rule::any,
                       "Show turns of transcripts too"),
                 takes("explain", &R::explain, rule::any, "Explain each score"),
                 takes("expand", &R::expand, rule::ask_model, "Add words from a language model"),
                 takes("session_id", &R::session_id, rule::session_id, "Calling session"),
                 takes("fresh", &R::fresh, rule::any, "Omit what the session was shown"),
                 takes("content_bytes", &R::content_bytes, rule::shown_bytes,
                       "Bytes per content; 0: none; default: 600")},
      agent_field());
};

// A best hit below it is as often none as one.
constexpr double surely_answers = 0.5;

// How a fact that expired can be had again: told, not shown, for it was not to be remembered any
// longer (S44).
std::string sentence_of(const engine::Gone& gone, const Caller& caller) {
  std::string said;
  if (gone.expired > 0)
    said = counted(gone.expired, "match", "matches") + (gone.expired == 1 ? " has" : " have") +
           " expired and will be archived";
  if (gone.archived > 0) {
    said.append(said.empty() ? "" : "; ")
        .append(counted(gone.archived, "match", "matches"))
        .append(" in the archive: ");
    for (std::size_t i = 0; i < gone.archived_ids.size(); ++i)
      said.append(i ? ", " : "").append(gone.archived_ids[i]);
    if (gone.archived > static_cast<std::int64_t>(gone.archived_ids.size()))
      said.append(", …");
  }
  if (gone.archived_ids.empty())
    return said + " (then " + op::said(caller, {archive_restore}) + " brings back)";
  return said + " (" + op::said(caller, {archive_list}) + " shows, " +
         op::said(caller, {archive_restore, {{"id", gone.archived_ids.front()}}}) + " brings back)";
}

void add_notice(RecallReply& reply, std::string sentence) {
  if (reply.notice)
    reply.notice->append("; ").append(sentence);
  else
    reply.notice = std::move(sentence);
}

// A name that stands only in what a tool printed is in no memory (X2).
Result<void> add_turns(Engine& engine, const engine::Query& query, RecallReply& reply) {
  engine::TurnSearch search;
  search.text = query.text;
  search.name_space = query.filter.name_space;
  search.limit = query.limit;
  reply.turns.emplace();
  for (const engine::TurnHit& hit : TRY(engine::turns_about(engine, search)).hits)
    reply.turns->push_back(turn_hit(hit));
  return {};
}

Result<RecallReply> run_recall(Engine& engine, const RecallRequest& request, const Caller& caller) {
  engine::Query query;
  query.text = question_of(request.context);
  query.filter = TRY(filter_of(request, engine.clock.now()));
  query.filter.beside = beside(caller, query.filter);
  query.limit = request.limit;
  query.budget_tokens = request.budget_tokens;
  if (request.content_bytes)
    query.content_bytes = static_cast<std::size_t>(*request.content_bytes);
  query.min_score = request.include_weak ? std::optional(0.0) : request.min_score;
  query.ranking = request.ranking;
  query.by_meaning = caller.tier != FeatureTier::keyword;
  note_session(caller, request.session_id.value_or(""));
  const ShownBefore shown(engine, request.session_id, caller);
  if (request.fresh)
    query.except = shown.ids();
  auto expansion = expansion_of(engine, query.text, request.expand, caller);
  for (const std::string& term : expansion.terms) query.expansion.append(term).append("\n");
  query.noted = !caller.is_preview;
  query.doubted = true;
  const auto found = TRY(engine::recall(engine, query));
  note(caller, {"recall", request.context, query.filter.name_space}, found);
  RecallReply reply = recall_reply(found, found.by_meaning ? "hybrid" : "keyword", request.explain);
  add_excerpts(engine, query, found.hits, reply.memories);
  reply.tokens_used = tokens_of(reply);
  const auto answers = [](const engine::Hit& hit) { return hit.score.total >= surely_answers; };
  if (found.ranking == Ranking::relevance && !found.hits.empty() &&
      std::ranges::none_of(found.hits, answers))
    reply.confidence = "low";
  if (reply.explain)
    reply.explain->kind = request.kind;
  if (request.include_transcripts)
    TRY_VOID(add_turns(engine, query, reply));
  shown.note(found);
  reply.budget_tokens = request.budget_tokens;
  reply.notice = std::move(expansion.notice);
  if (const auto without = engine::why_without_model(engine, found); !without.why.empty())
    add_notice(reply,
               "searched without the embedding model: " + without.why +
                   (without.unopened ? "; " + said_to_person(caller, {.program = find_fault}) +
                                           " shows the reason"
                                     : ""));
  if (std::string told = said_of_missing(query, found, caller); !told.empty())
    add_notice(reply, std::move(told));
  if (found.gone.expired + found.gone.archived > 0)
    add_notice(reply, sentence_of(found.gone, caller));
  if (!expansion.terms.empty())
    reply.expanded_terms = std::move(expansion.terms);
  return reply;
}

}  // namespace

const Operation& recall() {
  return operation<run_recall>("recall", "Recall memories",
                               "Find the memories that best match a context; standards come first.",
                               Effect::reads, {.right = Right::read, .as_of = true});
}

}  // namespace aim::op
