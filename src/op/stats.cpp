// Use cases that count memories.
#include "engine/browse/listings.h"
#include "engine/database.h"
#include "engine/language_model/enrich.h"
#include "engine/vectors/backfill.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {

// Use case "stats": numbers about the database (wire.md 1.3).

namespace {

struct TierCount {
  std::string tier;
  std::int64_t count = 0;
  using R = TierCount;
  static constexpr std::tuple fields{gives("tier", &R::tier, "Tier"),
                                     gives("count", &R::count, "Number of memories")};
};
struct StatsReply {
  std::int64_t total = 0;
  std::vector<TierCount> by_tier;
  std::vector<CountView> by_name_space;
  std::int64_t reflections_count = 0, expiring_soon = 0, links_count = 0, archived_count = 0,
               db_size_bytes = 0, dropped_touches = 0;
  std::optional<std::int64_t> transcripts, transcript_turns, transcript_original_size,
      transcript_compressed_size;
  std::optional<std::int64_t> llm_calls_today, llm_tokens_today;
  std::optional<std::int64_t> waiting_for_vector, waiting_for_index;
  std::int64_t events_count = 0, unsigned_events = 0, dropped_events = 0;
  using R = StatsReply;
  static constexpr std::tuple fields{
      gives("total", &R::total, "Number of memories"),
      gives("by_tier", &R::by_tier, "By tier, largest first"),
      gives("by_namespace", &R::by_name_space, "By namespace, largest first"),
      gives("reflections_count", &R::reflections_count, "Number of reflections"),
      gives("expiring_soon", &R::expiring_soon, "Number that expire within an hour"),
      gives("links_count", &R::links_count, "Number of links"),
      gives("archived_count", &R::archived_count, "Number of archived memories"),
      gives("db_size_bytes", &R::db_size_bytes, "Size of the database"),
      gives("dropped_touches", &R::dropped_touches,
            "Uses not counted because another process held the database"),
      gives("transcripts", &R::transcripts, "Number of transcripts, if any"),
      gives("transcript_turns", &R::transcript_turns, "Number of their turns"),
      gives("transcript_original_size", &R::transcript_original_size, "Bytes of their texts"),
      gives("transcript_compressed_size", &R::transcript_compressed_size, "Compressed bytes"),
      gives("llm_calls_today", &R::llm_calls_today,
            "Calls of the language model today (UTC), by all processes; if one is configured"),
      gives("llm_tokens_today", &R::llm_tokens_today, "Tokens of these calls"),
      gives("waiting_for_vector", &R::waiting_for_vector,
            "Number of memories without a vector of the current model, if known and not 0"),
      gives("waiting_for_index", &R::waiting_for_index,
            "Number of memories to be reindexed by the rules of this version, if any; search "
            "finds them meanwhile"),
      gives("events_count", &R::events_count, "Number of events in the audit log"),
      gives("unsigned_events", &R::unsigned_events,
            "Number of events without a signature, as the key was missing"),
      gives("dropped_events", &R::dropped_events,
            "Events of the reminder that could not be recorded")};
};

Result<StatsReply> run_stats(Engine& engine, const NoRequest&, const Caller&) {
  const auto stats = TRY(engine::stats(engine));
  StatsReply reply;
  reply.total = stats.counts.memories;
  for (const auto& [name, count] : stats.counts.by_tier) reply.by_tier.push_back({name, count});
  for (const auto& [name, count] : stats.by_name_space)
    reply.by_name_space.push_back({name, count});
  reply.reflections_count = stats.counts.reflections;
  reply.expiring_soon = stats.counts.expiring_soon;
  reply.links_count = stats.counts.links;
  reply.archived_count = stats.counts.archived;
  reply.db_size_bytes = stats.counts.size_bytes;
  reply.dropped_touches = stats.dropped_touches;
  if (const auto& kept = stats.transcripts; kept.transcripts > 0) {
    reply.transcripts = kept.transcripts;
    reply.transcript_turns = kept.turns;
    reply.transcript_original_size = kept.original_bytes;
    reply.transcript_compressed_size = kept.stored_bytes;
  }
  if (const auto used = engine::language_model_use(engine)) {
    reply.llm_calls_today = used->calls_today;
    reply.llm_tokens_today = used->tokens_today;
  }
  // Counts all memories, so only for callers who may see all.
  if (!engine.rights || engine.rights->administers) {
    if (const auto waiting = TRY(engine::count_waiting(engine)); waiting.value_or(0) > 0)
      reply.waiting_for_vector = waiting;
    if (const auto outdated = TRY(engine::count_outdated(engine)); outdated > 0)
      reply.waiting_for_index = outdated;
  }
  reply.events_count = stats.events.events;
  reply.unsigned_events = stats.events.not_signed;
  reply.dropped_events = stats.dropped_events;
  return reply;
}

}  // namespace

const Operation& stats() {
  return operation<run_stats>("stats", "Statistics", "Count memories, links and bytes.",
                              Effect::reads,
                              {.right = Right::read, .as_of = true, .shows_uses = true});
}

// Use case "namespaces": which there are, and how many memories each holds.

namespace {

struct NamespacesReply {
  std::vector<CountView> name_spaces;
  using R = NamespacesReply;
  static constexpr std::tuple fields{gives("namespaces", &R::name_spaces, "Most memories first")};
};

Result<NamespacesReply> run_namespaces(Engine& engine, const NoRequest&, const Caller&) {
  NamespacesReply reply;
  for (const auto& [name, count] : TRY(engine::name_spaces(engine)))
    reply.name_spaces.push_back({name, count});
  return reply;
}

}  // namespace

const Operation& name_spaces() {
  return operation<run_namespaces>("namespaces", "Namespaces",
                                   "List namespaces with their number of memories.", Effect::reads,
                                   {.right = Right::read});
}

// Use case "facets": how many memories there are of each kind, to narrow a list down by (L1).

namespace {

struct FacetsRequest : MemoryFilter {
  std::optional<std::string> query;
  CommaList source;
  bool all_values = false;
  using R = FacetsRequest;
  static constexpr auto fields = std::tuple_cat(
      std::tuple{takes("query", &R::query, rule::question, "Only memories with all these words")},
      filter_fields(),
      std::tuple{takes("source", &R::source, rule::any, "Only memories of this source"),
                 takes("all_values", &R::all_values, rule::any,
                       "Count each field without the filter on that field")},
      agent_field());
};
struct ValueCount {
  std::string value;
  std::int64_t count = 0;
  using R = ValueCount;
  static constexpr std::tuple fields{gives("value", &R::value, "The value"),
                                     gives("count", &R::count, "Number of memories")};
};
struct FacetsReply {
  std::int64_t total = 0;
  std::vector<ValueCount> name_space, tier, kind, tag, source, agent;
  using R = FacetsReply;
  static constexpr std::tuple fields{
      gives("total", &R::total, "Number of matching memories"),
      gives("namespace", &R::name_space, "Namespaces, most memories first"),
      gives("tier", &R::tier, "Tiers"),
      gives("kind", &R::kind, "Kinds"),
      gives("tag", &R::tag, "The hundred most frequent tags"),
      gives("source", &R::source, "Sources"),
      gives("agent", &R::agent, "Agents, if known")};
};

std::vector<ValueCount> counts(const store::NamedCounts& named) {
  std::vector<ValueCount> all;
  for (const auto& [value, count] : named) all.push_back({value, count});
  return all;
}

// Counts the values of each filtered field without its filter: the list would grow by them.
Result<void> count_all_values(Engine& engine, const Filter& filter, const std::string& words,
                              engine::Facets& found) {
  const auto count = [&](auto engine::Facets::*counts, auto Filter::*... fields) -> Result<void> {
    Filter wider = filter;
    ((wider.*fields = {}), ...);
    if (((wider.*fields == filter.*fields) && ...))
      return {};
    found.*counts = TRY(engine::facets(engine, wider, words)).*counts;
    return {};
  };
  TRY_VOID(count(&engine::Facets::name_spaces, &Filter::name_space, &Filter::or_in));
  TRY_VOID(count(&engine::Facets::tiers, &Filter::tiers));
  TRY_VOID(count(&engine::Facets::kinds, &Filter::kind));
  TRY_VOID(count(&engine::Facets::sources, &Filter::sources));
  return count(&engine::Facets::agents, &Filter::agent_id);
}

Result<FacetsReply> run_facets(Engine& engine, const FacetsRequest& request, const Caller&) {
  Filter filter = TRY(filter_of(request, engine.clock.now()));
  filter.sources = request.source.items;
  const std::string words = question_of(request.query.value_or(""));
  auto found = TRY(engine::facets(engine, filter, words));
  if (request.all_values)
    TRY_VOID(count_all_values(engine, filter, words, found));
  return FacetsReply{found.total,         counts(found.name_spaces), counts(found.tiers),
                     counts(found.kinds), counts(found.tags),        counts(found.sources),
                     counts(found.agents)};
}

}  // namespace

const Operation& facets() {
  return operation<run_facets>("facets", "Count memories by attribute",
                               "Count memories by namespace, tier, kind, tag, source and agent.",
                               Effect::reads, {.right = Right::read, .as_of = true});
}

}  // namespace aim::op
