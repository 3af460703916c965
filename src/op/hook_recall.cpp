#include "op/hook_recall.h"

#include <algorithm>

#include "base/utf8.h"
#include "engine/search/asked_once.h"
#include "memory/evidence.h"

namespace aim::op {
namespace {

constexpr std::size_t max_question = 2'000;
// What is far behind the best one is no help beside it.
constexpr double share_of_best = 0.5;

double floor_for(const PromptFindings& found, double chance) {
  return std::max(least_score_for(found.rule, chance), default_min_score);
}

}  // namespace

bool may_need_memory(const PromptFindings& found) {
  return !found.skip && !found.idle && floor_for(found, least_chance) <= 1;
}

Result<Helpful> helpful_memories(Engine& engine, const PromptQuestion& question) {
  Helpful helpful;
  if (!may_need_memory(question.found))
    return helpful;
  engine::Query query;
  query.text = utf8::cut(question.found.text, max_question);
  query.filter.name_space = question.name_space;
  query.filter.beside = question.beside;
  query.limit = question.limit;
  query.noted = false;
  query.by_meaning = question.by_meaning;
  query.min_score = floor_for(question.found, question.chance);
  query.except = question.except;
  auto found = TRY(question.once ? engine::recall(engine, query, {*question.once})
                                 : engine::recall(engine, query));
  double best = 0;
  for (const engine::Hit& hit : found.hits) best = std::max(best, hit.score.total);
  for (engine::Hit& hit : found.hits)
    if (hit.memory.superseded_by.empty() && hit.score.total >= best * share_of_best)
      helpful.hits.push_back(std::move(hit));
  return helpful;
}

}  // namespace aim::op
