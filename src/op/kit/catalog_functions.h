// The functions of the catalog, and what several of their files share in requests and replies.
#pragma once
#include <span>
#include <string_view>

#include "engine/engine.h"
#include "op/kit/operation.h"
#include "op/views/transcript_views.h"
#include "op/views/views.h"

namespace aim::op {

const Operation& access_log();
const Operation& archive_list();
const Operation& archive_purge();
const Operation& archive_restore();
const Operation& archive_stats();
const Operation& audit_export();
const Operation& audit_head();
const Operation& audit_show();
const Operation& audit_verify();
const Operation& auto_consolidate();
const Operation& auto_tag();
const Operation& backfill();
const Operation& backup();
const Operation& bench_add();
const Operation& bench_list();
const Operation& bench_quality();
const Operation& bench_remove();
const Operation& bulk();
const Operation& capabilities();
const Operation& capture_turn();
const Operation& consolidate();
const Operation& detect_contradiction();
const Operation& expand_query();
const Operation& export_all();
const Operation& facets();
const Operation& forget();
const Operation& gc();
const Operation& get();
const Operation& get_links();
const Operation& get_several();
const Operation& diff();
const Operation& history();
const Operation& rewind();
const Operation& hook_preview();
const Operation& identity_create();
const Operation& identity_export_public();
const Operation& identity_rotate();
const Operation& identity_show();
const Operation& import_all();
const Operation& import_from();
const Operation& link();
const Operation& list();
const Operation& mine_export();
const Operation& name_spaces();
const Operation& neighbourhood();
const Operation& promote();
const Operation& recall();
const Operation& recent();
const Operation& reflect();
const Operation& remove();
const Operation& replay();
const Operation& resolve();
const Operation& restore();
const Operation& restore_version();
const Operation& review();
const Operation& review_settle();
const Operation& search();
const Operation& series();
const Operation& session_start();
const Operation& standard_clear();
const Operation& standard_confirm();
const Operation& standard_get();
const Operation& standard_set();
const Operation& stats();
const Operation& store();
const Operation& sync();
const Operation& sync_folder_code();
const Operation& sync_folder_init();
const Operation& sync_folder_join();
const Operation& sync_folder_leave();
const Operation& sync_folder_now();
const Operation& sync_folder_remove();
const Operation& sync_folder_status();
const Operation& namespace_alias();
const Operation& namespace_merge();
const Operation& namespace_rename();
const Operation& token_create();
const Operation& token_list();
const Operation& token_revoke();
const Operation& transcript_import();
const Operation& transcript_link();
const Operation& transcript_list();
const Operation& transcript_prune();
const Operation& session_digest();
const Operation& transcript_files();
const Operation& transcript_touched();
const Operation& transcript_search();
const Operation& transcript_show();
const Operation& undo();
const Operation& update();
const Operation& why();

struct NoRequest {
  static constexpr std::tuple<> fields;
};

struct IdRequest {
  std::string id;
  using R = IdRequest;
  static constexpr std::tuple fields{needs("id", &R::id, rule::id, "Id or unique prefix")};
};

// The field `permanently` of operations that remove memories.
inline constexpr std::string_view permanently_doc = "For good, with its history";

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
RecallReply recall_reply(const engine::Found& found, std::string mode, bool explain);

struct CountView {
  std::string name_space;
  std::int64_t count = 0;
  using R = CountView;
  static constexpr std::tuple fields{gives("namespace", &R::name_space, "Namespace"),
                                     gives("count", &R::count, "Number of memories")};
};

// Which assistants are connected (L7).
const Operation& clients();
const Operation& clients_try();  // starts what it finds
const Operation& connect();
const Operation& adopt_files();
const Operation& record_activity();

// The use case "deduplicate" by name, for the tables that point at it.
const Operation& deduplicate();

// The use case "import_markdown" by name, for the tables that point at it.
const Operation& import_markdown();

// Every use case by name: what doors, completions, contract tests and documents walk over.
struct Entry {
  std::string_view name;
  const Operation& (*operation)();
};

// Sorted by name.
std::span<const Entry> catalog();

}  // namespace aim::op
