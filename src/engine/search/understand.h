// The first stage of a search: a question as the index understands it (B1, B2), and the vectors it
// is asked by. Vectors are made before the snapshot is taken: they may take a while.
// Knows: text/words, embedders. Must not know: weights, scores, how an index is asked.
#pragma once
#include <unordered_set>

#include "embed/embedder.h"
#include "engine/engine.h"
#include "engine/search/asked_once.h"
#include "engine/search/found.h"
#include "store/types.h"
#include "text/words.h"

namespace aim::engine {

enum class Match { any, all };  // OR, for recall; AND, for search

struct Question {
  std::vector<store::Phrase> phrases;  // what is counted apart, at most store::max_terms
  std::vector<store::Phrase> asking;   // of them, those of words that ask (text/language.h)
  std::vector<store::Phrase> times;    // phrases that name a time (text/when.h)
  std::vector<std::string> dropped;    // common words that were left out
  bool is_brief = false;               // each word is of a letter or two, as while somebody types
  store::Terms terms = store::Terms::words;
  Match match = Match::any;

  // Valid as long as the question.
  store::WordQuery words() const { return {phrases, match == Match::all, terms}; }
};

// Common words are left out unless nothing else remains. Any bytes are a question.
Question understand(std::string_view text, Match match);

// "discuss", "talk" and the like: what asks for a conversation, and is no word of it.
bool asks_for_talk(const text::QueryWord& word);

// Without the phrases of words that ask, unless nothing else remains.
Question without_asking(Question question);

// When a short question finds nothing: the same with each word as a beginning ("kube" finds
// "kubernetes"). A long one is no slip of the keyboard, and the lists of all words that begin so
// would take milliseconds to join.
inline constexpr std::size_t max_prefixes = 2;
inline bool may_be_beginnings(const Question& question) {
  return question.terms == store::Terms::words && !question.phrases.empty() &&
         question.phrases.size() <= max_prefixes;
}
Question with_terms(Question question, store::Terms terms);

// A question by all of them.
struct QueryVectors {
  ChannelQuery built_in, model;
  const embed::Embedder* asked_model = nullptr;  // that `model` is by
  ChannelQuery older;  // by the model before, see vectors/previous_model.h
  const embed::Embedder* older_model = nullptr;
};

// `once`: see asked_once.h; null: the question is asked by this alone.
QueryVectors query_vectors(Engine& engine, const Query& query, AskedOnce* once = nullptr);

// Every term of the texts that are added.
class TermSet {
 public:
  void add(std::string_view text) {
    text::tokenize(text, [this](const text::Token& token) { terms_.emplace(token.term); });
  }
  // All words of a phrase, which has blanks between them.
  bool holds(std::string_view phrase) const;
  std::unordered_set<std::string> all() && { return std::move(terms_); }

 private:
  std::unordered_set<std::string> terms_;
};

// The terms of the words by which a question names a time (text/when.h).
std::unordered_set<std::string> times_in(std::string_view question);

// Hashes of the words of a question, and of runs of two, that a speaker's PassageMeta may have.
std::vector<std::uint32_t> names_in(std::string_view question);

}  // namespace aim::engine
