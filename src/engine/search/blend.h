// The default ranking's relevance: words, meaning and the conversation around a memory, blended
// into one number (issue of recall quality; weights and what was tried: docs/decisions/0008, 0018).
//
//   base     = words, and the cosines of the static table and of the model, each over the best of
//            it in the scope; what a
//              channel does not know of the question is left to the words
//   near     = base + parts of the bases of the lines before and after it in its conversation, over
//            the number of its own
//              passages: a long text says enough itself
//   relevance = near + a part of the best of its session + who is named + the time that is named −
//   questions
//
// Every passage of the scope takes part: neighbours and sessions need the bases of all. Nothing
// that recalls write is read (S2).
// Knows: the passages in memory. Must not know: SQL, boosts, filters other than the namespace.
#pragma once
#include "base/large_pages.h"
#include "engine/search/scope_rows.h"
#include "engine/search/understand.h"
#include "engine/vectors/passage_index.h"
#include "memory/score.h"
#include "text/when.h"

namespace aim::engine {

// The question as every passage of a scope is compared with it.
struct BlendQuery {
  const QueryVectors& vectors;
  // The passages' vectors; null: the question is not asked by them.
  const Vectors *built_in = nullptr, *model = nullptr, *older = nullptr;
  std::vector<std::int64_t> name_spaces = {};  // numbers; empty: all
  std::vector<std::uint32_t> names = {};       // hashes of words that may be names of speakers
  std::optional<text::When> when = {};         // the time it names
};

struct BlendWeights {
  float words, model, built_in;
};

// What the cosines weigh in all, of 1, of a question asked by these.
double weight_of_vectors(const QueryVectors& vectors);

class Blend {
 public:
  // Both outlive it; `passages` does not change.
  Blend(const Passages& passages, const BlendQuery& query);

  // Before run(): BM25 of a memory in the scope, by its first row; then compare(), which makes the
  // cosines.
  void compare();
  void set_words(Row first, double score);
  // The cosines by the model of the best so many rows, to be made exact. Before run(); empty
  // without a model.
  std::vector<Row> best_by_model(std::size_t count) const;
  void set_model(Row row, float cosine) { model_[scope_.place_of(row)] = cosine; }

  void run();

  // Rows of memories that have a claim to be an answer: a word, a meaning near enough, or a
  // neighbour that has. At least the `about` most relevant, in the order of rows; all when there
  // are no more.
  std::vector<Row> claims(std::size_t about) const;
  bool has_claim(Row row) const;
  double relevance(Row first) const { return relevance_at(scope_.place_of(first)); }
  // After run(): the cosine of the nearest passage of the scope, 0 when the question is not asked
  // by it. The mean of two is for
  // the order alone: one passage that answers is an answer.
  double nearest_by_table() const { return nearest_by_table_; }
  double nearest_by_model() const { return nearest_by_model_; }
  // What the relevance is the sum of, as value · weight; nothing of a row outside the scope.
  std::vector<Factor> factors(Row first) const;

 private:
  // One a place. Of a million places they are megabytes, which each question needs cleared.
  using Values = std::vector<float, LargePages<float>>;
  // What a memory's base is made of: not every one has a vector by the model yet.
  struct Share {
    const BlendWeights& weights;
    float model = 0;  // over the best
    bool older = false;
  };
  Share share_of(Place place) const;
  Values cosines(const Vectors* vectors, const ChannelQuery& asked_by);
  void join_passages(Values& cosines) const;
  float part(const Values& values, Place place, float over_best) const;
  void note_claims();
  void lean_on_lines(std::span<const Place> lines);
  void add_session(std::span<const Place> lines);
  std::uint32_t speaker_named() const;
  double outside(Place place) const;
  float of_texts(Place place) const;
  float relevance_at(Place place) const;

  const Passages& passages_;
  const BlendQuery& query_;
  const ScopeRows scope_;
  // All of these by place.
  std::vector<std::uint8_t, LargePages<std::uint8_t>> claim_;
  Values words_, built_in_, model_;
  const Vectors* incomplete_ = nullptr;  // those of the model, when it has not made all
  Values older_;                         // 0 where the model's are there
  Values base_;
  Values near_, session_;  // empty where the scope has no lines: the base, and 0
  const BlendWeights weights_, by_older_, without_model_;
  float over_words_ = 0, over_model_ = 0, over_table_ = 0,
        over_older_ = 0;       // what makes a value one over the best
  std::uint32_t speaker_ = 0;  // whom the question names
  float most_outside_ = 0;     // the largest of any place
  double nearest_by_table_ = 0, nearest_by_model_ = 0;
};

}  // namespace aim::engine
