// How likely it is that what a question is about is in the database at all, from 0 to 1, by what
// was found for it (N2): the share of the question's most telling words that one memory holds, how
// many of its words stand in the scope at all, and how near its nearest memory is. Scores of a
// recall are multiplied by it, so that they mean the same for every question, in every tier and
// size of database, and nonsense finds nothing.
// Each channel is a logistic curve; together they are as sure as the chance that not all of them
// are wrong. Large databases have something that looks alike for every question: there each channel
// must show more. Calibrated on development data and made-up questions: docs/decisions/0019 and
// 0083 say how. Pure functions; any thread.
#pragma once
#include "base/std.h"

namespace aim {

// By one embedding model.
struct Nearness {
  double cosine = 0;    // of the nearest memory
  double coverage = 0;  // share of the question's letters in words with a vector of their own
};
struct Evidence {
  double memories = 0;  // in the scope
  double words = 0;     // see telling_terms()
  double known = 0;     // share of the question's terms that any memory of the scope holds
  Nearness table, model;
  double clusters = 0;  // see share_of_clusters()
};

// 0 to 1; never falls when any part of the evidence rises but `memories`, never rises when that
// does.
double likelihood(const Evidence& evidence);

// How much of a question its best memory holds.
struct Held {
  double share = 0;        // its words that are held, each by its rarity, near meanings in part
  double foreign = 0;      // share of its words that no memory knows, and nothing held is near to
  double words = 0;        // telling words of the question
  double memory = 0;       // and of the memory
  double coverage = 0;     // by the table: about other words nearness says nothing
  bool by_meaning = true;  // vectors took part in finding it
};
// The share of the scores that doubt leaves, from `least_left` to 1. Two subjects share a name or a
// verb, and the thing that is asked for ("what coffee …") may be in neither. A question of one word
// is not in doubt: meaning alone has found it.
inline constexpr double least_left = 0.15;
double left_by_doubt(const Held& held);

// Evidence::words is what a memory holds, of what so many of the question's most telling terms
// weigh together: 0 to 1. A long question is not asked for in full by anything. A word of a script
// written without spaces is several terms, so that a few of
// them say little: of those at least a quarter is asked for (docs/decisions/0068).
inline constexpr std::size_t least_telling = 3, dense_for_each_telling = 4;
constexpr std::size_t telling_terms(std::size_t dense_terms) {
  return std::max(least_telling,
                  (dense_terms + dense_for_each_telling - 1) / dense_for_each_telling);
}

// Evidence::clusters: the share of a question's terms that are pairs of clusters (text/clusters.h),
// as far as there are enough of them for shares to say more than those of a few words do.
inline constexpr double enough_clusters = 10;
constexpr double share_of_clusters(std::size_t of_clusters, std::size_t terms) {
  const auto pairs = static_cast<double>(of_clusters);
  return terms == 0 ? 0
                    : pairs / static_cast<double>(terms) * std::min(1.0, pairs / enough_clusters);
}

// A small database tells little about how rare a word is: its memories are counted as at least so
// many.
inline constexpr double least_memories = 20;

// What a recall shows when it is asked for nothing else.
inline constexpr double default_min_score = 0.2;

}  // namespace aim
