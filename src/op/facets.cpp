// Use case "facets": how many memories there are of each kind, to narrow a list down by (L1).
#include "engine/browse/listings.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
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

std::vector<ValueCount> counts(const engine::Counted& named) {
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
