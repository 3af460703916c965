// Questions that tests of both backends ask a search, and its answers as texts.
#pragma once
#include <string>
#include <vector>

#include "store/types.h"
#include "text/words.h"

namespace aim::store::testing {

// The question as phrases: pairs of scripts without blanks follow each other.
inline std::vector<Phrase> phrases_of(std::string_view question) {
  std::vector<Phrase> phrases;
  for (const text::QueryWord& word : text::query_words(question)) {
    if (word.adjacent)
      phrases.push_back(word.parts);
    else
      for (const std::string& part : word.parts) phrases.push_back({part});
  }
  return phrases;
}

// Document, in the title, in the body, for each phrase.
using Lists = std::vector<std::vector<std::string>>;
inline Lists texts(const std::vector<std::vector<Posting>>& lists) {
  Lists out;
  for (const auto& list : lists) {
    auto& line = out.emplace_back();
    for (const Posting& posting : list)
      line.push_back(std::to_string(posting.doc) + ":" + std::to_string(posting.title) + "+" +
                     std::to_string(posting.body));
  }
  return out;
}

}  // namespace aim::store::testing
