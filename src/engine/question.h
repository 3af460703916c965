// A question as the index understands it: which terms are looked for, and the expression they become (B1, B2).
// Knows: text/words and the shape of expressions. Must not know: scores.
#pragma once
#include <string>
#include <vector>

#include "store/sqlite/text_index.h"
#include "text/words.h"

namespace aim::engine {

enum class Match { any, all };  // OR, for recall; AND, for search

struct Question {
  std::vector<store::Phrase> phrases;  // what is counted apart, at most store::max_terms
  std::vector<std::string> dropped;    // common words that were left out
  std::string expression;              // empty: nothing to look for
  bool plain_any = false;              // the expression is the phrases joined by OR, no beginnings of words
};

// Common words are left out unless nothing else remains. Any bytes are a question.
Question understand(std::string_view text, Match match);

// When a question finds nothing: the same with each word as a beginning ("kube" finds "kubernetes").
Question as_prefixes(const Question& question, Match match);

}  // namespace aim::engine
