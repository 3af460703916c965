// Rankings as pure functions: what a memory scores, factor by factor, so that every result can
// explain itself (B3). Rankings by name:
//   relevance   BM25 of the words over the namespaces searched, with the caller's own priority and
//               confidence and the age of writing as bounded boosts; nothing that recalls write is
//               read (S2)
//   six-factor  the published formula, exactly (B3); it reads access counts
//   hybrid-0.6, mudpuppy, vector-memory
//               published blends of words and vectors: memory/blends.h
// Sources: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
#pragma once
#include <limits>

#include "base/clock.h"
#include "memory/memory.h"
#include "memory/names.h"

namespace aim {

enum class Ranking { relevance, six_factor, hybrid_06, mudpuppy, vector_memory };
template <>
struct EnumNames<Ranking> {
  static constexpr auto names =
      named<Ranking>("relevance", "six-factor", "hybrid-0.6", "mudpuppy", "vector-memory");
};

// One factor of a score. The score is the sum of value · weight, or their product where the ranking
// says so.
struct Factor {
  std::string_view name;
  double value = 0, weight = 1;
};
struct Score {
  double total = 0;
  std::vector<Factor> factors;
};

// ---- BM25 ----
struct Corpus {
  double documents = 0;    // memories in the namespaces searched
  double mean_length = 1;  // bytes
};
// Lengths count in full (b = 1), with some bytes added to each: an answer of pages must not crowd
// out the short message that says it, nor a note of three words win by its shortness
// (docs/decisions/0018).
inline constexpr double bm25_k1 = 1.2, bm25_added_bytes = 100;
inline constexpr double title_weight = 2.0;  // a word in the title counts as so many in the body

// log(1 + (N − n + ½) / (n + ½)): never negative.
double inverse_document_frequency(double documents, double documents_with_term);
// What a term weighs where vectors have a share of the ranking, 0 to 1: idf^(1 + share). Vectors
// know the common words of a question; what they are poor at is its rare ones
// (docs/decisions/0088).
double weight_beside_vectors(double idf, double of_vectors);
// weight · tf · (k1 + 1) / (tf + k1 · (length + added) / (mean + added)); lengths in bytes.
double bm25_term(double frequency, double weight, double length, double mean_length);

// 1 for what is written now or later; halves in so many days. 0: nothing is recent.
double recency(Time written, Time now, double half_life_days = 30);

// The span of the values of one kind of signal.
struct MinMax {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  // 0 for the least, 1 for the greatest; where all are equal 1, or 0 when they are nothing.
  double place(double value) const {
    if (most > least)
      return (value - least) / (most - least);
    return most > 0 ? 1 : 0;
  }
};

// ---- boosts of the ranking "relevance" ----
inline constexpr double max_boost = 1.12, least_boost = 0.82;
// 1 ± 0.06 by priority (5 is 1), down to −0.12 by confidence (1 is 1), up to +0.06 by recency of
// writing. A mined conversation gets a share of that where all hits are weighed
// (engine/search/hybrid_ranking.cpp).
Score boosted(double relevance, const Memory& memory, Time now);

// ---- six-factor ----
// `fts_rank` as FTS5 gives it (negative, smaller is better). Search leaves the tier boost out (B1).
Score six_factor(double fts_rank, const Memory& memory, Time now, bool with_tier_boost);

// How long a text is, in seven bits: a logarithmic scale in steps of about 10 %. BM25 only needs
// how long a text is beside the others, so bytes serve as well as tokens, and cost nothing.

// 0 to 127; the last stands for more than a megabyte, beyond any content.
int encode_length(std::size_t bytes);
std::int64_t decode_length(int code);

}  // namespace aim
