// The memories that hold words of a question, with their BM25.
// Knows: postings. Must not know: vectors, boosts, filters other than the namespace.
#pragma once
#include <vector>

#include "engine/search/question.h"
#include "engine/search/scope.h"
#include "memory/memory.h"

namespace aim::engine {

struct WordMatch {
  Key key;
  double score = 0;       // BM25
  bool in_title = false;  // every term stands in the title
};
struct WordMatches {
  std::vector<WordMatch> memories;  // by rising namespace and key
  double telling = 0;   // Evidence::words: what the memory that holds most of the question holds
  double known = 0;     // Evidence::known
  double clusters = 0;  // Evidence::clusters
};

// A short question of which no word is found becomes one of beginnings of words: of titles' words
// first, where it is very short.
Result<WordMatches> find_words(store::Reader& reader, const Scope& scope, Question& question);

}  // namespace aim::engine
