#include "op/hook_recall.h"

#include <cmath>
#include <filesystem>

#include "base/ascii.h"
#include "base/utf8.h"
#include "capture/file_mention.h"
#include "capture/priority_hint.h"
#include "engine/search/asked_once.h"
#include "engine/search/excerpt.h"
#include "engine/search/fit.h"
#include "engine/search/retrieve.h"
#include "engine/untitled/file_entries.h"
#include "engine/vectors/embeddings.h"
#include "memory/conversation_line.h"
#include "memory/evidence.h"

namespace aim::op {
namespace {

constexpr std::size_t max_question = 2'000;
constexpr std::size_t shown_bytes = 560;  // of a content, with its marks less than hook_text shows
constexpr std::int64_t looked_at = 8;     // of the memories that a recall finds
// And so many of the highest priority: a rule that governs an act need not have a word of it.
constexpr std::int64_t rules_looked_at = 24;
constexpr std::size_t longest_rule =
    4'000;  // bytes; what is longer is a document or a conversation
// What is far less likely than the best one is no help beside it.
constexpr double share_of_best = 0.6;
constexpr std::size_t featured_bytes = 600;  // of a memory
constexpr std::size_t paired_bytes = 200;    // of each of the two
constexpr float of_memory = 0.6F, of_pairs = 0.6F;

// Long contents become the passages that answer the prompt (V1), each within its own room: a memory
// is judged by what would be shown of it, not by its beginning.
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

engine::Query query_of(const PromptQuestion& question) {
  engine::Query query;
  query.text = utf8::cut(question.found.question, max_question);
  query.filter.name_space = question.name_space;
  query.filter.beside = question.beside;
  query.limit = std::max(question.limit, looked_at);
  query.ranking = Ranking::relevance;
  query.noted = false;
  query.by_meaning = question.by_meaning;
  query.min_score = 0;
  query.except = question.except;
  return query;
}

float log_of(double number) {
  return static_cast<float>(std::log1p(std::max(0.0, number)));
}

// What all hits are compared with.
struct Others {
  double score = 1e-9, nearest = 0, mean_cosine = 0, held = 0, all = 1e-9;
};
Others others_of(const engine::Found& found, const std::vector<engine::Fit>& fits) {
  Others others;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    others.score = std::max(others.score, found.hits[i].score.total);
    others.nearest = std::max(others.nearest, fits[i].nearest);
    others.held = std::max(others.held, fits[i].held);
    others.mean_cosine += fits[i].cosine / static_cast<double>(fits.size());
  }
  for (const double rarity : found.rarity) others.all += rarity;
  return others;
}

std::vector<float> numbers_of(const engine::Found& found, const std::vector<engine::Fit>& fits,
                              std::size_t at, const Others& others) {
  const engine::Fit& fit = fits[at];
  const double score = found.hits[at].score.total;
  const double rival = at > 0                  ? found.hits[0].score.total
                       : found.hits.size() > 1 ? found.hits[1].score.total
                                               : 0;
  const auto real = [](double number) { return static_cast<float>(number); };
  return {real(fit.cosine),
          real(fit.nearest),
          real(fit.cosine - others.mean_cosine),
          real(fit.nearest - others.nearest),
          log_of(fit.held),
          real(fit.held / others.all),
          real(fit.held - others.held) / 4,
          real(fit.rarest) / 4,
          log_of(fit.named),
          std::min(3.0F, real(fit.terms)) / 3,
          real(fit.covered),
          real(fit.covers),
          real(fit.related),
          real(score),
          real(score / others.score),
          real((score - rival) / others.score),
          real(found.certainty),
          at == 0 ? 1.0F : 0.0F,
          score > 0 ? 1.0F : 0.0F,
          log_of(found.memories) / 4,
          log_of(static_cast<double>(found.terms.size())) / 2,
          real(fit.cosine * found.certainty),
          real(fit.nearest * fit.nearest)};
}

Features features_of(const PromptFindings& prompt, const Memory& memory,
                     std::vector<float> numbers) {
  Features features = prompt.features;
  const std::string text = memory.content.starts_with(memory.title)
                               ? memory.content
                               : memory.title + "\n" + memory.content;
  add_text(features, TextPart::memory, utf8::cut(text, featured_bytes), of_memory);
  add_word_pairs(features, utf8::cut(prompt.text, paired_bytes), utf8::cut(text, paired_bytes),
                 of_pairs);
  features.numbers.insert(features.numbers.end(), numbers.begin(), numbers.end());
  return features;
}

Result<void> add_rules(Engine& engine, const engine::Query& query, std::vector<engine::Hit>& hits) {
  const auto is_known = [&](const std::string& id) {
    return std::ranges::find(query.except, id) != query.except.end() ||
           std::ranges::any_of(hits, [&](const engine::Hit& hit) { return hit.memory.id == id; });
  };
  for (Memory& memory : TRY(engine::list(engine, query.filter, rules_looked_at, 0)))
    if (!is_known(memory.id) && memory.content.size() <= longest_rule)
      hits.push_back({std::move(memory), {}});
  return {};
}

}  // namespace

bool may_need_memory(const PromptFindings& found) {
  return !found.skip && !found.idle;
}

Result<std::vector<JudgedMemory>> judged_memories(Engine& engine, const PromptQuestion& question) {
  std::vector<JudgedMemory> judged;
  if (!may_need_memory(question.found))
    return judged;
  const engine::Query query = query_of(question);
  auto found = TRY(engine::recall(engine, query, question.once));
  std::ranges::stable_sort(found.hits, std::ranges::greater(),
                           [](const engine::Hit& hit) { return hit.score.total; });
  TRY_VOID(add_rules(engine, query, found.hits));
  shorten(engine, query, found.hits);
  const auto fits = engine::fits_of(engine, query.text, found);
  const Others others = others_of(found, fits);
  for (std::size_t i = 0; i < fits.size(); ++i) {
    Features features =
        features_of(question.found, found.hits[i].memory, numbers_of(found, fits, i, others));
    const double chance = question.found.unseen_script ? found.hits[i].score.total
                                                       : chance_of(Trigger::needed, features);
    judged.push_back({found.hits[i], std::move(features), chance});
  }
  std::ranges::stable_sort(judged, std::ranges::greater(), &JudgedMemory::chance);
  return judged;
}

Result<std::vector<engine::Hit>> helpful_memories(Engine& engine, const PromptQuestion& question) {
  std::vector<engine::Hit> helpful;
  auto judged = TRY(judged_memories(engine, question));
  for (JudgedMemory& each : judged) {
    const bool helps = each.chance >= question.chance &&
                       each.chance >= judged.front().chance * share_of_best &&
                       each.hit.memory.superseded_by.empty();
    if (!helps || std::ssize(helpful) >= question.limit)
      continue;
    each.hit.score.total = each.chance;
    helpful.push_back(std::move(each.hit));
  }
  return helpful;
}

namespace {

constexpr std::size_t most_a_word = 64, max_shown = 3, max_path = 1'000;
constexpr std::size_t room = 290, least_room = 70, title_room = 80;  // bytes
constexpr std::int64_t rule_priority = 8;

// From the root of the project, if it is in there.
std::string path_in_project(const FileQuestion& question) {
  std::string said = question.file;
  std::ranges::replace(said, '\\', '/');
  const std::filesystem::path path = std::filesystem::path(said).lexically_normal();
  const std::string inside = path.lexically_relative(question.folder).generic_string();
  return path.is_absolute() && !inside.empty() && !inside.starts_with("..") ? inside
                                                                            : path.generic_string();
}

// Lines of conversations and parts of indexed files only happen to name a file.
bool is_told_by_somebody(const Memory& memory) {
  return !memory.source.starts_with("mine-") && !engine::follows_file(memory) &&
         !line_of(memory).dialogue;
}

// "All *.vue files keep …", "Shell scripts start with …": such a sentence is about all files of the
// kind.
bool is_about_kind(std::string_view content, const FileMention& mention) {
  constexpr std::array<std::string_view, 9> all{"all ",        "every ",     "each ",
                                                "alle ",       "jede ",      "tous les ",
                                                "toutes les ", "todos los ", "所有"};
  const std::string before = ascii::lower(content.substr(0, mention.at));
  return mention.kind == MentionKind::pattern &&
         (before.empty() ||
          std::ranges::any_of(all, [&](std::string_view word) { return before.ends_with(word); }));
}

// Whether it says there what is to be done, and not only what there is.
bool is_rule(const Memory& memory, const FileMention& mention) {
  return is_about_kind(memory.content, mention) || shown_priority(memory) >= rule_priority ||
         sets_a_rule(memory.title) ||
         sets_a_rule(engine::content_around(memory.content, mention.at, room));
}

FileMention mention_in(const Memory& memory, std::string_view path) {
  FileMention found = mention_of(memory.content, path);
  if (const FileMention titled = mention_of(memory.title, path); titled.kind > found.kind)
    found = {titled.kind, 0};
  return found;
}

struct Known {
  Memory memory;
  FileMention mention;
};
void shorten(std::vector<Known>& known) {
  for (auto& [memory, mention] : known) {
    const std::size_t titled = std::min(memory.title.size(), title_room);
    const std::size_t most =
        std::max(least_room, room / known.size() - std::min(room / known.size(), titled));
    if (memory.content.starts_with(memory.title))
      memory.title.clear();
    if (memory.content.size() > most)
      memory.content = engine::content_around(memory.content, mention.at, most);
  }
}

}  // namespace

Result<std::vector<Memory>> memories_on_file(Engine& engine, const FileQuestion& question) {
  std::vector<Memory> memories;
  const std::string path = path_in_project(question);
  if (path.empty() || path.size() > max_path || path.ends_with('/'))
    return memories;
  const auto words = words_of_mentions(path);
  std::vector<Known> known;
  for (Memory& memory :
       TRY(engine::memories_with_words(engine, question.filter, words, most_a_word))) {
    if (!memory.superseded_by.empty() || !memory.former.empty() || !is_told_by_somebody(memory) ||
        std::ranges::find(question.except, memory.id) != question.except.end())
      continue;
    const FileMention mention = mention_in(memory, path);
    if (mention.kind >= MentionKind::name ||
        (mention.kind != MentionKind::none && is_rule(memory, mention)))
      known.push_back({std::move(memory), mention});
  }
  const auto rank = [](const Known& each) {
    return std::tuple(each.mention.kind, shown_priority(each.memory), content_time(each.memory));
  };
  std::ranges::stable_sort(known, std::ranges::greater(), rank);
  known.resize(std::min(known.size(), max_shown));
  shorten(known);
  for (Known& each : known) memories.push_back(std::move(each.memory));
  return memories;
}

}  // namespace aim::op
