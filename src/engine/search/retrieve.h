// The second stage of a search: which part of the database a question is about, and the memories of
// it that hold its words, with their BM25.
// Knows: namespaces, postings. Must not know: vectors, boosts, filters other than the namespace.
#pragma once
#include "engine/engine.h"
#include "engine/search/understand.h"
#include "memory/filter.h"
#include "memory/memory.h"
#include "memory/score.h"
#include "store/store.h"

namespace aim::engine {

struct Scope {
  std::vector<std::int64_t> name_spaces;  // numbers; empty: all
  bool nothing = false;                   // a namespace that holds no memory
  bool most = false;                      // a good part of the database
  Corpus corpus;
};
Result<Scope> scope_of(store::Reader& reader, const Filter& filter);
// The numbers of the namespaces that a filter names; of all, where it names none.
Result<std::vector<std::int64_t>> name_space_numbers(store::Reader& reader, const Filter& filter);

struct WordMatch {
  Key key;
  double score = 0;       // BM25
  bool in_title = false;  // every term stands in the title
};
struct WordMatches {
  std::vector<WordMatch> memories;  // by rising namespace and key
  double telling = 0;  // Evidence::words: what the memory that holds most of the question holds
  double known = 0;    // Evidence::known
  std::vector<double> rarity;                // how rare each phrase of the question is in the scope
  double clusters = 0;                       // Evidence::clusters
  store::Terms terms = store::Terms::words;  // how the words were looked for
};

// A short question of which no word is found becomes one of beginnings of words: of titles' words
// first, where it is very short. `of_vectors`: what vectors weigh in the ranking, of 1.
Result<WordMatches> find_words(store::Reader& reader, const Scope& scope, const Question& question,
                               double of_vectors = 0);

// For what is looked up by its name and not asked for: no ranking by meaning, no word read
// otherwise, nothing is noted. Memories that hold every word of any of these texts: for each text
// the best `most` by their words. In no order; what stands against them is set, as recall does.
Result<std::vector<Memory>> memories_with_words(Engine& engine, const Filter& filter,
                                                std::span<const std::string> texts,
                                                std::size_t most);

}  // namespace aim::engine
