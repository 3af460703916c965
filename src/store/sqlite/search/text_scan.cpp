#include "store/sqlite/search/text_scan.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "memory/indexed_text.h"
#include "store/rows.h"
#include "text/words.h"

namespace aim::store::sqlite {
namespace {

// Where the terms of the phrases stand in one column.
class Places final : public text::TokenSink {
 public:
  explicit Places(const TextQuery& query) : query_(query) {}

  void read(std::string_view text) {
    places_.assign(query_.phrases.size(), {});
    for (std::size_t i = 0; i < query_.phrases.size(); ++i)
      places_[i].resize(query_.phrases[i].size());
    position_ = 0;
    text::tokenize(text, *this);
  }

  // As often as the phrase stands there, up to what the index counts.
  std::uint8_t count(std::size_t phrase) const {
    const auto& terms = places_[phrase];
    std::uint8_t count = 0;
    if (terms.empty())
      return count;
    for (const std::size_t first : terms.front()) {
      bool all = true;
      for (std::size_t term = 1; term < terms.size() && all; ++term)
        all = std::ranges::binary_search(terms[term], first + term);
      if (all && count < max_counted)
        ++count;
    }
    return count;
  }

  bool take(const text::Token& token) override {
    if (text::is_filler(token.term))
      return true;
    if (!token.colocated)
      ++position_;
    for (std::size_t phrase = 0; phrase < places_.size(); ++phrase)
      for (std::size_t term = 0; term < places_[phrase].size(); ++term)
        if (is(query_.phrases[phrase][term], token.term) &&
            (places_[phrase][term].empty() || places_[phrase][term].back() != position_))
          places_[phrase][term].push_back(position_);
    return true;
  }

 private:
  bool is(std::string_view term, std::string_view token) const {
    return query_.beginnings ? token.starts_with(term) : token == term;
  }

  const TextQuery& query_;
  std::vector<std::vector<std::vector<std::size_t>>> places_;  // phrase, term
  std::size_t position_ = 0;
};

}  // namespace

Result<void> scan_texts(Connection& connection, const TextQuery& query, Key after,
                        std::vector<std::vector<Posting>>& lists) {
  auto statement = TRY(
      connection.prepare("SELECT namespace, key, length_code, title, content, tags, metadata FROM "
                         "memories WHERE key > ?1"));
  statement.bind(after);
  Places title(query), body(query);
  std::vector<std::pair<std::uint8_t, std::uint8_t>> counts(query.phrases.size());
  Memory memory;  // what of it is indexed
  while (TRY(statement.step())) {
    const std::int64_t name_space = statement.integer(0);
    if (!query.name_spaces.empty() &&
        std::ranges::find(query.name_spaces, name_space) == query.name_spaces.end())
      continue;
    memory.title = statement.text(3);
    memory.content = statement.text(4);
    memory.tags = tags_from_json(statement.text(5));
    memory.metadata = statement.text(6);
    title.read(indexed_title(memory));
    body.read(memory.content + "\n" + indexed_labels(memory));
    std::size_t held = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::uint8_t in_title = title.count(i);
      counts[i] = {in_title, std::min<std::uint8_t>(body.count(i), max_counted - in_title)};
      held += counts[i].first + counts[i].second > 0;
    }
    if (held == 0 || (query.all && held < counts.size()))
      continue;
    const std::int64_t doc =
        Doc::pack(name_space, statement.integer(1), static_cast<int>(statement.integer(2)));
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i].first + counts[i].second > 0)
        lists[i].push_back({doc, counts[i].first, counts[i].second});
  }
  for (auto& list : lists) std::ranges::sort(list, {}, &Posting::doc);
  return {};
}

}  // namespace aim::store::sqlite
