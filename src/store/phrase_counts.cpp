#include "store/phrase_counts.h"

#include <algorithm>

#include "memory/indexed_text.h"
#include "text/words.h"

namespace aim::store {
namespace {

class ToPlaces final : public text::TokenSink {
 public:
  ToPlaces(std::span<const Phrase> phrases, bool beginnings,
           std::vector<std::vector<std::vector<std::size_t>>>& places)
      : phrases_(phrases), beginnings_(beginnings), places_(places) {}

  bool take(const text::Token& token) override {
    if (text::is_filler(token.term))
      return true;
    if (!token.colocated)
      ++position_;
    for (std::size_t phrase = 0; phrase < places_.size(); ++phrase)
      for (std::size_t term = 0; term < places_[phrase].size(); ++term)
        if (is(phrases_[phrase][term], token.term) &&
            (places_[phrase][term].empty() || places_[phrase][term].back() != position_))
          places_[phrase][term].push_back(position_);
    return true;
  }

 private:
  bool is(std::string_view term, std::string_view token) const {
    return beginnings_ ? token.starts_with(term) : token == term;
  }

  std::span<const Phrase> phrases_;
  bool beginnings_;
  std::vector<std::vector<std::vector<std::size_t>>>& places_;
  std::size_t position_ = 0;
};

}  // namespace

PhraseCounts::PhraseCounts(std::span<const Phrase> phrases, Terms terms)
    : phrases_(phrases), terms_(terms), counts_(phrases.size()) {}

void PhraseCounts::read(std::string_view text) {
  places_.assign(phrases_.size(), {});
  for (std::size_t i = 0; i < phrases_.size(); ++i) places_[i].resize(phrases_[i].size());
  ToPlaces sink(phrases_, terms_ != Terms::words, places_);
  text::tokenize(text, sink);
}

std::uint8_t PhraseCounts::count(std::size_t phrase) const {
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

const std::vector<PhraseCounts::Count>& PhraseCounts::of(const Memory& memory) {
  read(indexed_title(memory));
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] = {count(i), 0};
  if (terms_ == Terms::beginnings_in_titles)
    return counts_;
  read(memory.content + "\n" + indexed_labels(memory));
  for (std::size_t i = 0; i < counts_.size(); ++i)
    counts_[i].body = std::min<std::uint8_t>(count(i), max_counted - counts_[i].title);
  return counts_;
}

}  // namespace aim::store
