#include "op/excerpts.h"

#include "engine/search/excerpt.h"
#include "engine/vectors/embeddings.h"

namespace aim::op {

namespace {

constexpr std::size_t most_cut = 50;  // hits; looking through long contents takes time
constexpr double least_weight = 0.01;

}  // namespace

void add_excerpts(Engine& engine, const engine::Query& question,
                  const std::vector<engine::Hit>& hits, std::vector<MemoryView>& shown) {
  const std::size_t room = question.content_bytes.value_or(default_shown_bytes);
  std::vector<engine::LongContent> contents;
  for (const engine::Hit& hit : hits) {
    if (contents.size() == std::min(most_cut, shown.size()))
      break;
    // Rankings with scales of their own may score below zero.
    contents.push_back({hit.memory.content, std::min(room, hit.room.value_or(room)),
                        std::max(hit.score.total, least_weight)});
  }
  const auto is_long = [](const auto& each) { return each.content.size() > each.room; };
  if (room == 0 || std::ranges::none_of(contents, is_long))
    return;
  const engine::Excerpter excerpter(question.text,
                                    question.by_meaning ? engine.embeddings.built_in() : nullptr);
  auto excerpts = excerpter.of(contents);
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (!is_long(contents[i]))
      continue;
    if (contents[i].room > 0)
      shown[i].excerpt = std::move(excerpts[i]);
    if (hits[i].room)
      shown[i].content = shown[i].excerpt.value_or("");
  }
}

std::vector<std::string> shown_contents(Engine& engine, const std::string& question,
                                        bool by_meaning, const std::vector<const Memory*>& hits) {
  constexpr std::size_t room = 2'000;
  std::vector<std::string> shown;
  std::vector<std::size_t> long_ones;
  std::vector<engine::LongContent> contents;
  for (const Memory* hit : hits) {
    if (hit->content.size() > room && contents.size() < most_cut) {
      long_ones.push_back(shown.size());
      contents.push_back({hit->content, room});
    }
    shown.push_back(hit->content);
  }
  if (contents.empty())
    return shown;
  const engine::Excerpter excerpter(question, by_meaning ? engine.embeddings.built_in() : nullptr);
  auto excerpts = excerpter.of(contents);
  for (std::size_t i = 0; i < long_ones.size(); ++i) shown[long_ones[i]] = std::move(excerpts[i]);
  return shown;
}

}  // namespace aim::op
