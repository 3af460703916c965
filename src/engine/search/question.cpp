#include "engine/search/question.h"

#include <algorithm>

namespace aim::engine {
namespace {

void add_phrase(Question& question, store::Phrase phrase) {
  if (question.phrases.size() < store::max_terms &&
      std::find(question.phrases.begin(), question.phrases.end(), phrase) == question.phrases.end())
    question.phrases.push_back(std::move(phrase));
}

void add_word(Question& question, const text::QueryWord& word, Match match) {
  if (word.adjacent && match == Match::all)
    return add_phrase(question, word.parts);
  for (std::size_t i = 0; i < word.parts.size(); ++i) {
    add_phrase(question, {word.parts[i]});
    if (!word.asks.empty() && word.asks[i])
      question.asking.push_back({word.parts[i]});
  }
  if (match == Match::any && !word.stem.empty())
    add_phrase(question, {word.stem});
  // A memory that has all the parts in a row beats one that has them apart; asking for it must not
  // exclude others.
  if (match == Match::any && !word.whole.empty())
    add_phrase(question, {word.whole});
}

// The index does not hold fillers: next to other words they are no part of the question, alone they
// find nothing.
void leave_out_fillers(Question& question) {
  const auto is_filler = [](const store::Phrase& phrase) {
    return phrase.size() == 1 && text::is_filler(phrase.front());
  };
  if (!std::all_of(question.phrases.begin(), question.phrases.end(), is_filler))
    std::erase_if(question.phrases, is_filler);
}

}  // namespace

Question understand(std::string_view text, Match match) {
  Question question;
  const auto words = text::query_words(text);
  const bool only_common = std::all_of(words.begin(), words.end(),
                                       [](const text::QueryWord& word) { return word.common; });
  for (const text::QueryWord& word : words) {
    if (word.common && !only_common)
      question.dropped.push_back(word.written);
    else
      add_word(question, word, match);
  }
  leave_out_fillers(question);
  constexpr std::size_t few_bytes = 2;
  question.is_brief = std::all_of(words.begin(), words.end(), [](const text::QueryWord& word) {
    return word.written.size() <= few_bytes;
  });
  question.match = match;
  return question;
}

void leave_out_asking(Question& question) {
  const auto asks = [&](const store::Phrase& phrase) {
    return std::ranges::find(question.asking, phrase) != question.asking.end();
  };
  if (std::ranges::all_of(question.phrases, asks))
    return;
  std::erase_if(question.phrases, [&](const store::Phrase& phrase) {
    if (!asks(phrase))
      return false;
    question.dropped.push_back(phrase.front());
    return true;
  });
}

Question as_prefixes(Question question) {
  question.terms = store::Terms::beginnings;
  return question;
}

}  // namespace aim::engine
