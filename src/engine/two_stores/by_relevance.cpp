#include "engine/two_stores/by_relevance.h"

#include <algorithm>

#include "engine/engine.h"
#include "engine/search/asked_once.h"
#include "engine/search/recall.h"
#include "engine/two_stores/asking.h"

namespace aim::engine::two_stores {
namespace {

constexpr std::int64_t wider = 8;  // where filters that read refuse most

AskedBy asked_by(const engine::Found& found) {
  return !found.by_meaning      ? AskedBy::words
         : found.model_coverage ? AskedBy::model
         : found.table_coverage ? AskedBy::built_in
                                : AskedBy::words;
}

Result<void> add_from(Engine& engine, StoreKind place, const FindRequest& request,
                      const std::string& project, const RelevanceAsked& asked, RelevantOnes& out) {
  engine::Query query;
  query.text = request.query;
  query.filter = filter_at(place, request.filters);
  query.ranking = Ranking::relevance;
  query.by_meaning = request.by_meaning;
  query.noted = false;  // that is for who shows them
  if (request.min_similarity > 0 || request.include_weak)
    query.min_score = request.min_similarity;
  const double boost = place == StoreKind::project ? request.weights.project_boost : 0;
  // The profile has no standards: what the core has set as one is found as others are.
  for (query.limit = static_cast<std::int64_t>(asked.wanted);; query.limit *= wider) {
    auto found = TRY(engine::recall(engine, query, {asked.once, false}));
    const bool all = std::ssize(found.hits) < query.limit;
    std::erase_if(found.hits, [&](const engine::Hit& hit) {
      return !holds(hit.memory, place, request.filters, project);
    });
    if (!all && found.hits.size() < asked.wanted)
      continue;
    out.by = std::max(out.by, asked_by(found));
    out.all = out.all && all;
    out.left_out += found.left_out;
    for (engine::Hit& hit : found.hits) {
      hit.score.total += boost;
      out.memories.push_back({place, hit.memory.key, std::move(hit.score)});
    }
    return {};
  }
}

}  // namespace

Result<RelevantOnes> by_relevance(const Stores& stores, const FindRequest& request,
                                  const std::string& project, const RelevanceAsked& asked,
                                  std::vector<std::string>& warnings) {
  RelevantOnes out;
  TRY_VOID(ask_each(stores, request.where, warnings, [&](Engine& engine, StoreKind place) {
    return add_from(engine, place, request, project, asked, out);
  }));
  std::ranges::stable_sort(out.memories, std::ranges::greater(),
                           [](const Relevant& each) { return each.score.total; });
  return out;
}

}  // namespace aim::engine::two_stores
