#include "op/hook_recall.h"

#include <algorithm>

#include "base/utf8.h"
#include "engine/search/asked_once.h"
#include "engine/search/excerpt.h"
#include "engine/vectors/embeddings.h"
#include "memory/evidence.h"

namespace aim::op {
namespace {

constexpr std::size_t max_question = 2'000;
constexpr std::size_t shown_bytes = 560;  // of a content, with its marks less than hook_text shows
// What is far behind the best one is no help beside it.
constexpr double share_of_best = 0.5;

double floor_for(const PromptFindings& found, double chance) {
  return std::max(least_score_for(found.rule, chance), default_min_score);
}

// Long contents become the passages that answer the prompt (V1), each within its own room.
void shorten(const Engine& engine, const engine::Query& query, std::vector<engine::Hit>& hits) {
  std::optional<engine::Excerpter> excerpter;
  for (engine::Hit& hit : hits) {
    if (hit.memory.content.size() <= shown_bytes)
      continue;
    if (!excerpter)
      excerpter.emplace(query.text, query.by_meaning ? engine.embeddings.built_in() : nullptr);
    const engine::LongContent content{hit.memory.content, shown_bytes};
    hit.memory.content = excerpter->of({&content, 1}).front();
  }
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
  shorten(engine, query, helpful.hits);
  return helpful;
}

}  // namespace aim::op
