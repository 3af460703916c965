// Published blends of words and vectors, as rankings by name (B4, K2, S19). Each is a function over
// the candidates of one question, because each puts its numbers on a scale that the candidates
// span.
//   hybrid-0.6     0.6 · semantic + 0.4 · keyword
//                  semantic: the cosine, 0 to 1; keyword: the six factors, min–max over those that
//                  words found
//   mudpuppy       0.7 · vector + 0.3 · keyword
//                  vector: 1 − distance / max(2 · greatest distance, 2), of vectors of length 1 as
//                  vec0 measures them where no metric is named (Euclid's); keyword: (greatest rank
//                  − rank) / range
//   vector-memory  0.4 · similarity + 0.2 · recency + 0.2 · priority + 0.2 · usage
//                  similarity: the cosine, 0 to 1; recency: of writing, halving every 30 days;
//                  priority: LOW (1–3) 0.25, NORMAL (4–6) 0.5, HIGH (7, 8) 0.75, CORE (9, 10) 1;
//                  usage: log(1 + accesses), min–max
//
// Where none was published: min–max (S19), and if all are equal 1, or 0 when they are nothing; no
// vector, or no word found, is 0. When no candidate at all has a vector, vector-memory takes the
// words, min–max, in its place (its fallback).
// Not here: vector-memory's +0.1 for a project's own memories and its threshold, which belong to
// its profile (J2, J9).
//
// Knows: the signals of a memory. Must not know: how candidates are found. Pure; threads: any;
// cost: linear.
#pragma once
#include "memory/score.h"

namespace aim {

// mudpuppy takes so many times the results that are asked for from words and from vectors, and
// filters them last (K2): expired memories and those that the filter leaves out have places among
// them. The others take all candidates there are.
inline constexpr std::size_t mudpuppy_pool = 3;

struct Candidate {
  const Memory* memory;
  std::optional<double> fts_rank;  // FTS5's, smaller is better; none: not in the pool by words
  std::optional<double> cosine;    // by the model; none: not in the pool by vectors
};

// One score a candidate, in their order; a total is the sum of value · weight.
std::vector<Score> hybrid_scores(std::span<const Candidate> candidates, Time now);
std::vector<Score> mudpuppy_scores(std::span<const Candidate> candidates);
std::vector<Score> vector_memory_scores(std::span<const Candidate> candidates, Time now);

}  // namespace aim
