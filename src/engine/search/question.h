// A question as the index understands it: which terms are looked for (B1, B2).
// Knows: text/words. Must not know: scores, how an index is asked.
#pragma once
#include <string>
#include <vector>

#include "store/types.h"
#include "text/words.h"

namespace aim::engine {

enum class Match { any, all };  // OR, for recall; AND, for search

struct Question {
  std::vector<store::Phrase> phrases;  // what is counted apart, at most store::max_terms
  std::vector<store::Phrase> asking;   // of them, those of words that ask (text/asking_words.h)
  std::vector<std::string> dropped;    // common words that were left out
  bool is_brief = false;               // each word is of a letter or two, as while somebody types
  double certainty = 1;                // that there is an answer at all (memory/evidence.h)
  store::Terms terms = store::Terms::words;
  Match match = Match::any;
  double of_vectors = 0;  // what vectors weigh in the ranking, of 1 (memory/score.h)

  // Valid as long as the question.
  store::WordQuery words() const { return {phrases, match == Match::all, terms}; }
};

// Common words are left out unless nothing else remains. Any bytes are a question.
Question understand(std::string_view text, Match match);

// Leaves out the phrases of words that ask, unless nothing else remains.
void leave_out_asking(Question& question);

// When a short question finds nothing: the same with each word as a beginning ("kube" finds
// "kubernetes"). A long one is no slip of the keyboard, and the lists of all words that begin so
// would take milliseconds to join.
inline constexpr std::size_t max_prefixes = 2;
inline bool may_be_beginnings(const Question& question) {
  return question.terms == store::Terms::words && !question.phrases.empty() &&
         question.phrases.size() <= max_prefixes;
}
Question as_prefixes(Question question);

}  // namespace aim::engine
