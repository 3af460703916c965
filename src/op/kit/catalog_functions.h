// The functions of the catalog, and what several of their files share in requests and replies.
#pragma once
#include "engine/engine.h"
#include "op/kit/operation.h"
#include "op/views/transcript_views.h"
#include "op/views/views.h"

namespace aim::op {

// Every use case, for the tables that point at it; catalog_test.cpp asks each for its right.
using Describe = const Operation&();
Describe access_log, adopt_files, archive_list, archive_purge, archive_restore, archive_stats,
    audit_export, audit_head, audit_show, audit_verify, auto_consolidate, auto_tag, backfill,
    backup, bench_add, bench_list, bench_quality, bench_remove, bulk, capabilities, capture_turn,
    clients, clients_try, connect, consolidate, deduplicate, detect_contradiction, diff,
    expand_query, export_all, facets, forget, gc, get, get_links, get_several, history,
    hook_preview, identity_create, identity_export_public, identity_rotate, identity_show,
    import_all, import_from, import_markdown, link, list, mine_export, name_spaces, namespace_alias,
    namespace_merge, namespace_rename, neighbourhood, promote, recall, recent, reflect, remove,
    replay, resolve, restore, restore_copy, restore_version, review, review_settle, rewind, search,
    series, session_digest, session_start, settings, standard_clear, standard_confirm, standard_get,
    standard_set, stats, store, sync, sync_folder_code, sync_folder_init, sync_folder_join,
    sync_folder_leave, sync_folder_now, sync_folder_remove, sync_folder_status, token_create,
    token_list, token_revoke, transcript_files, transcript_import, transcript_link, transcript_list,
    transcript_prune, transcript_search, transcript_show, transcript_touched, undo, update,
    update_all, why;

struct NoRequest {
  static constexpr std::tuple<> fields{};
};

struct IdRequest {
  std::string id;
  using R = IdRequest;
  static constexpr std::tuple fields{needs("id", &R::id, rule::id, "Id or prefix")};
};

// The field `permanently` of operations that remove memories.
inline constexpr std::string_view permanently_doc = "For good";

struct QueryView {
  std::vector<std::string> terms, dropped;
  std::string expression;
  Ranking ranking = Ranking::relevance;
  std::string vectors;
  std::optional<MemoryKind> kind;
  std::optional<double> certainty, table_coverage, model_coverage;
  std::optional<std::string> encoder;
  using R = QueryView;
  static constexpr std::tuple fields{
      gives("terms", &R::terms, "Search terms"),
      gives("dropped", &R::dropped, "Ignored common words"),
      gives("expression", &R::expression, "Expression for the text index"),
      gives("ranking", &R::ranking, "Ranking used"),
      gives("vectors", &R::vectors, "Vector search: exact or none"),
      gives("kind", &R::kind, "Kind filter, if given"),
      gives("certainty", &R::certainty,
            "Probability that an answer exists, 0 to 1; a factor of every score"),
      gives("table_coverage", &R::table_coverage,
            "Share of the question that the built-in table knows, 0 to 1"),
      gives("model_coverage", &R::model_coverage,
            "Share of the question that the embedding model knows, 0 to 1"),
      gives("encoder", &R::encoder,
            "Embedding model and its implementation; absent: no model was used")};
};
QueryView query_view(const engine::Found& found);
// The question; nothing contains a NUL, so a question with one finds nothing (S37).
std::string question_of(const std::string& text);

struct RecallReply {
  std::int64_t count = 0;
  std::vector<MemoryView> memories;
  std::string mode;
  std::int64_t tokens_used = 0;
  std::optional<std::int64_t> budget_tokens, left_out;
  std::optional<MemoryView> standard;
  std::optional<std::vector<MemoryView>> standards;
  std::optional<QueryView> explain;
  std::optional<std::vector<std::string>> expanded_terms;
  std::optional<std::vector<TurnHitView>> turns;
  std::optional<std::string> confidence, summary, notice;
  using R = RecallReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number of memories, without standards"),
      gives("memories", &R::memories, "Best first"),
      gives("mode", &R::mode, "keyword, hybrid or session_start"),
      gives("tokens_used", &R::tokens_used, "Tokens of titles and contents, standards included"),
      gives("budget_tokens", &R::budget_tokens, "Token budget, if given"),
      gives("left_out", &R::left_out,
            "Number of results dropped because they score below min_score"),
      gives("standard", &R::standard, "The standard, if there is one"),
      gives("standards", &R::standards, "The standards, outermost first, if there are several"),
      gives("explain", &R::explain, "Analysis of the query, if requested"),
      gives("expanded_terms", &R::expanded_terms, "Additional search terms"),
      gives("turns", &R::turns, "Turns of transcripts, if requested, best first"),
      gives("confidence", &R::confidence, "low: perhaps none of these is an answer"),
      gives("summary", &R::summary, "Summary of the memories, if requested"),
      gives("notice", &R::notice, "Reasons for missing parts, and other notes")};
};
std::int64_t tokens_of(const RecallReply& reply);  // titles and contents that it shows
RecallReply recall_reply(const engine::Found& found, std::string mode, bool explain);

struct CountView {
  std::string name_space;
  std::int64_t count = 0;
  using R = CountView;
  static constexpr std::tuple fields{gives("namespace", &R::name_space, "Namespace"),
                                     gives("count", &R::count, "Number of memories")};
};
// Largest first.
std::vector<CountView> count_views(const std::map<std::string, std::int64_t>& counts);

}  // namespace aim::op
