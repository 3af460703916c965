// Use case "capabilities": what this program can do as it runs now (C6, wire.md 2.4): what works,
// not what was wished for.
#include <cmath>

#include "base/numbers.h"
#include "base/version.h"
#include "engine/audit/nag.h"
#include "engine/database.h"
#include "engine/language_model/enrich.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/known_languages.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct Models {
  std::string embedding = "none";
  std::int64_t embedding_dim = 0;
  std::string llm = "none", cross_encoder = "none";
  using R = Models;
  static constexpr std::tuple fields{
      gives("embedding", &R::embedding, "Embedding model, or none"),
      gives("embedding_dim", &R::embedding_dim, "Dimensions of its vectors, or 0"),
      gives("llm", &R::llm, "Language model, or none"),
      gives("cross_encoder", &R::cross_encoder, "Re-ranking model, or none")};
};
struct Features {
  bool keyword_search = true, semantic_search = false, hybrid_recall = false,
       query_expansion = false, auto_tagging = false, auto_consolidation = true,
       contradiction_analysis = false, cross_encoder_reranking = false, memory_reflection = true,
       transcripts = true;
  using R = Features;
  static constexpr std::tuple fields{
      gives("keyword_search", &R::keyword_search, "Search by words"),
      gives("semantic_search", &R::semantic_search, "Search by meaning"),
      gives("hybrid_recall", &R::hybrid_recall, "Search by both"),
      gives("query_expansion", &R::query_expansion, "expand_query is available"),
      gives("auto_tagging", &R::auto_tagging, "auto_tag is available"),
      gives("auto_consolidation", &R::auto_consolidation,
            "auto-consolidate merges memories by tag"),
      gives("contradiction_analysis", &R::contradiction_analysis,
            "detect_contradiction is available"),
      gives("cross_encoder_reranking", &R::cross_encoder_reranking, "Results are re-ranked"),
      gives("memory_reflection", &R::memory_reflection, "Reflections are supported"),
      gives("transcripts", &R::transcripts, "Transcripts are supported")};
};
struct LimitsView {
  std::int64_t title_bytes = static_cast<std::int64_t>(rule::title.max_bytes);
  std::int64_t content_bytes = static_cast<std::int64_t>(rule::content.max_bytes);
  std::int64_t namespace_bytes = static_cast<std::int64_t>(rule::name_space.max_bytes);
  std::int64_t tags = static_cast<std::int64_t>(rule::tags.max_items);
  std::int64_t tag_bytes = static_cast<std::int64_t>(rule::tags.max_bytes);
  std::int64_t metadata_bytes = static_cast<std::int64_t>(rule::metadata.max_bytes);
  std::int64_t recall = static_cast<std::int64_t>(rule::limit_recall.maximum);
  std::int64_t search = static_cast<std::int64_t>(rule::limit_search.maximum);
  std::int64_t consolidate = static_cast<std::int64_t>(rule::ids.max_items);
  std::int64_t bulk = static_cast<std::int64_t>(max_bulk_items);
  std::int64_t reflection_sources = static_cast<std::int64_t>(rule::source_ids.max_items);
  std::int64_t reflection_depth = 0;
  std::int64_t turn_bytes = static_cast<std::int64_t>(rule::turn_text.max_bytes);
  using R = LimitsView;
  static constexpr std::tuple fields{
      gives("title_bytes", &R::title_bytes, "Maximum bytes of a title"),
      gives("content_bytes", &R::content_bytes, "Maximum bytes of a content"),
      gives("namespace_bytes", &R::namespace_bytes, "Maximum bytes of a namespace"),
      gives("tags", &R::tags, "Maximum tags of a memory"),
      gives("tag_bytes", &R::tag_bytes, "Maximum bytes of a tag"),
      gives("metadata_bytes", &R::metadata_bytes, "Maximum bytes of metadata"),
      gives("recall", &R::recall, "Maximum memories of a recall"),
      gives("search", &R::search, "Maximum memories of a search or list"),
      gives("consolidate", &R::consolidate, "Maximum memories merged at once"),
      gives("bulk", &R::bulk, "Maximum memories of a bulk store over HTTP"),
      gives("reflection_sources", &R::reflection_sources, "Maximum sources of a reflection"),
      gives("reflection_depth", &R::reflection_depth, "Maximum depth of reflections"),
      gives("turn_bytes", &R::turn_bytes, "Maximum bytes of a turn")};
};
struct CoverageView {
  std::string model;
  std::vector<std::string> languages;
  using R = CoverageView;
  static constexpr std::tuple fields{
      gives("model", &R::model, "Name of the vectors"),
      gives("languages", &R::languages, "Languages with the share of known words: \"en 0.98\"")};
};
struct Index {
  std::string words = "fts5", ranking, vectors = "none";
  std::vector<CoverageView> coverage;
  using R = Index;
  static constexpr std::tuple fields{gives("words", &R::words, "Text index"),
                                     gives("ranking", &R::ranking, "Ranking of recall and search"),
                                     gives("vectors", &R::vectors, "Vector index, or none"),
                                     gives("coverage", &R::coverage, "Languages of the vectors")};
};
struct LanguageModelView {
  bool configured = false, reachable = false, usable = false;
  std::optional<std::string> backend, model, address, reason;
  std::optional<std::int64_t> calls_today, tokens_today, calls_left, tokens_left;
  using R = LanguageModelView;
  static constexpr std::tuple fields{
      gives("configured", &R::configured, "True if one is configured and the tier uses it"),
      gives("reachable", &R::reachable, "True if its address answers"),
      gives("usable", &R::usable, "True if it is available now"),
      gives("backend", &R::backend, "Protocol: ollama or openai"),
      gives("model", &R::model, "Name"),
      gives("address", &R::address, "Address"),
      gives("reason", &R::reason, "Reason why it is unavailable"),
      gives("calls_today", &R::calls_today, "Calls today (UTC)"),
      gives("tokens_today", &R::tokens_today, "Tokens used today"),
      gives("calls_left", &R::calls_left, "Calls left today; absent: no limit"),
      gives("tokens_left", &R::tokens_left, "Tokens left today; absent: no limit")};
};
struct StreakView {
  std::string agent, session;
  std::int64_t calls = 0;
  using R = StreakView;
  static constexpr std::tuple fields{
      gives("agent_id", &R::agent, "Agent"), gives("session_id", &R::session, "Session"),
      gives("streak", &R::calls, "Consecutive tool calls without a store")};
};
struct NagView {
  bool active = false;
  std::int64_t threshold = 0, escalate_threshold = 0, sessions = 0;
  std::vector<StreakView> streaks;
  using R = NagView;
  static constexpr std::tuple fields{
      gives("active", &R::active, "True if sessions that store nothing are reminded"),
      gives("threshold", &R::threshold, "Calls before the first reminder; 0: never"),
      gives("escalate_threshold", &R::escalate_threshold,
            "Calls before the second reminder; 0: never"),
      gives("sessions", &R::sessions, "Number of sessions counted"),
      gives("streaks", &R::streaks, "Most recent sessions")};
};
constexpr std::size_t max_streaks = 20;

NagView view(const engine::Nag& nag) {
  const auto& options = nag.options();
  NagView shown{nag.active(),
                options.threshold,
                options.escalate_threshold,
                static_cast<std::int64_t>(nag.sessions()),
                {}};
  for (const auto& each : nag.streaks(max_streaks))
    shown.streaks.push_back({each.agent, each.session, each.calls});
  return shown;
}

struct CapabilitiesReply {
  FeatureTier tier = FeatureTier::semantic;
  std::string version;
  std::optional<std::string> database;
  std::optional<bool> encrypted;
  Models models;
  Features features;
  LimitsView limits;
  Index index;
  LanguageModelView llm;
  std::optional<LanguageModelView> embedding;
  NagView nag;
  using R = CapabilitiesReply;
  static constexpr std::tuple fields{
      gives("tier", &R::tier, "Feature level this server was started with"),
      gives("version", &R::version, "Version of ai-memory"),
      gives("database", &R::database, "Its file or address, for administrators"),
      gives("encrypted", &R::encrypted, "Whether it is encrypted, for administrators"),
      gives("models", &R::models, "Models in use"),
      gives("features", &R::features, "Available features"),
      gives("limits", &R::limits, "Limits of requests"),
      gives("index", &R::index, "Search indexes"),
      gives("llm", &R::llm, "The language model"),
      gives("embedding", &R::embedding,
            "Embedding service that receives texts and questions; absent: the "
            "model is on this machine"),
      gives("nag", &R::nag, "Reminder of assistants' sessions to store")};
};

constexpr double least_shown_share = 0.2;

CoverageView coverage_of(const embed::Embedder& embedder) {
  CoverageView view{embedder.identity().model, {}};
  for (const auto& known : engine::known_languages(embedder, least_shown_share)) {
    view.languages.push_back(std::string(known.code) + ' ' +
                             shortest_real(std::round(known.share * 100) / 100));
  }
  return view;
}

LanguageModelView view(llm::State state) {
  LanguageModelView view;
  view.configured = true;
  view.reachable = state.reachable;
  view.usable = state.usable;
  view.backend = std::move(state.backend);
  view.model = std::move(state.model);
  view.address = std::move(state.address);
  if (!state.why.empty())
    view.reason = std::move(state.why);
  view.calls_today = state.calls_today;
  view.tokens_today = state.tokens_today;
  view.calls_left = state.calls_left;
  view.tokens_left = state.tokens_left;
  return view;
}

void show_language_model(Engine& engine, CapabilitiesReply& reply) {
  auto state = engine::language_model_state(engine);
  if (!state) {
    reply.llm.reason = "config.toml sets llm.backend to none";
    if (reply.tier < FeatureTier::smart)
      reply.llm.reason = "the tier " + std::string(name_of(reply.tier)) +
                         " has no language model; smart and autonomous have one";
    return;
  }
  auto& features = reply.features;
  features.query_expansion = features.auto_tagging = features.contradiction_analysis =
      state->usable;
  reply.models.llm = state->model.empty() ? "none" : state->model;
  reply.llm = view(std::move(*state));
}

Result<CapabilitiesReply> run_capabilities(Engine& engine, const NoRequest&, const Caller& caller) {
  CapabilitiesReply reply;
  reply.tier = caller.tier;
  reply.version = version;
  reply.limits.reflection_depth = engine.options.max_reflection_depth;
  reply.index.ranking = name_of(engine.options.ranking);
  show_language_model(engine, reply);
  const bool administers = !engine.rights || engine.rights->administers;
  if (administers && caller.door == Door::http) {
    reply.database = engine.database.name();
    reply.encrypted = engine::is_encrypted(engine);
  }
  // Sessions are of all who are served.
  if (engine.nag_events && administers)
    reply.nag = view(engine.nag_events->nag());
  if (caller.tier == FeatureTier::keyword)
    return reply;
  if (auto state = engine::service_state(engine))
    reply.embedding = view(std::move(*state));
  const auto* model = engine.embeddings.model();
  const auto* table = engine.embeddings.built_in();
  if (model) {
    reply.models.embedding = model->identity().model;
    reply.models.embedding_dim = static_cast<std::int64_t>(model->identity().dimension);
  }
  reply.features.semantic_search = reply.features.hybrid_recall = model || table;
  reply.index.vectors.clear();
  for (const auto* embedder : {table, model})
    if (embedder)
      reply.index.coverage.push_back(coverage_of(*embedder));
  for (const auto* embedder : {table, model})
    if (embedder)
      reply.index.vectors.append(reply.index.vectors.empty() ? "" : " + ")
          .append(embedder->identity().model)
          .append(" (exact scan, int8)");
  if (reply.index.vectors.empty())
    reply.index.vectors = "none";
  return reply;
}

}  // namespace

const Operation& capabilities() {
  return operation<run_capabilities>("capabilities", "Capabilities",
                                     "Report tier, models, features and limits.", Effect::reads,
                                     {.right = Right::read, .asks_model = true});
}

}  // namespace aim::op
