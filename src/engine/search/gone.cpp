#include "engine/search/gone.h"

#include <unordered_map>

#include "base/utf8.h"
#include "memory/filter.h"
#include "store/memories.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::int64_t max_looked_at = 200;
constexpr std::size_t max_shown = 3;
constexpr std::size_t read_bytes = 1'024;  // of a content

// The significant words of a question, and how many of them a text holds.
class Wanted {
 public:
  explicit Wanted(std::string_view question) {
    for (const text::QueryWord& word : text::query_words(question)) {
      if (word.common)
        continue;
      for (const std::string& part : word.parts) of_term_[part].push_back(parts_.size());
      if (!word.stem.empty())
        of_stem_[word.stem].push_back(parts_.size());
      parts_.push_back(word.parts.size());
    }
    needed_ = (2 * parts_.size() + 2) / 3;
  }
  bool empty() const { return parts_.empty(); }

  bool is_in(const Memory& memory) {
    seen_.assign(parts_.size(), 0);
    for (auto& [term, words] : of_term_) fresh_[term] = true;
    const auto see = [this](const text::Token& token) { take(token); };
    text::tokenize(memory.title, see);
    text::tokenize(utf8::cut(memory.content, read_bytes), see);
    for (const std::string& tag : memory.tags) text::tokenize(tag, see);
    std::size_t held = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) held += seen_[i] == parts_[i] ? 1U : 0U;
    return held >= needed_;
  }

 private:
  void take(const text::Token& token) {
    term_.assign(token.term);
    if (const auto stem = of_stem_.find(term_); stem != of_stem_.end())
      for (const std::size_t word : stem->second) seen_[word] = parts_[word];
    const auto words = of_term_.find(term_);
    if (words == of_term_.end() || !std::exchange(fresh_[term_], false))
      return;
    for (const std::size_t word : words->second)
      seen_[word] = std::min(seen_[word] + 1, parts_[word]);
  }

  std::vector<std::size_t> parts_, seen_;  // of each word: how many it has, how many were seen
  std::unordered_map<std::string, std::vector<std::size_t>> of_term_, of_stem_;
  std::unordered_map<std::string, bool> fresh_;
  std::size_t needed_ = 0;
  std::string term_;
};

// As if it had not expired.
bool passes(Memory& memory, const Filter& filter, Time now) {
  memory.expires_at.reset();
  return matches_filter(memory.name_space, filter) && aim::passes(memory, filter, now);
}

}  // namespace

Result<Gone> find_gone(store::Reader& reader, const Query& query, Time now) {
  Gone gone;
  Wanted wanted(query.text);
  if (wanted.empty())
    return gone;
  for (Memory& memory : TRY(reader.memories.expired(now, max_looked_at)))
    if (passes(memory, query.filter, now) && wanted.is_in(memory))
      ++gone.expired;
  for (Archived& each :
       TRY(reader.memories.newest_archived(query.filter.name_space, max_looked_at))) {
    Memory& memory = each.memory;
    if (each.reason == "consolidate" || !passes(memory, query.filter, now) ||
        !wanted.is_in(memory) ||
        TRY(reader.memories.find_by_title(memory.name_space, memory.title)))
      continue;
    ++gone.archived;
    if (gone.archived_ids.size() < max_shown)
      gone.archived_ids.push_back(memory.id);
  }
  return gone;
}

}  // namespace aim::engine
