// How well memories that were found fit a text, each by itself: shared words by their rarity in the
// scope, names among them, cosines by the built-in table of the
// texts, their sentences and their words. For callers who decide whether a hit is
// worth showing unasked.
// Knows: words, vectors of the static table. Must not know: the store, what is decided.
// Threads: any. Cost: about 0.2 µs a byte of the memories.
#pragma once
#include "engine/engine.h"
#include "engine/search/found.h"

namespace aim::engine {

struct Fit {
  double cosine = 0;   // text and memory as wholes
  double nearest = 0;  // their nearest sentences
  double held = 0;     // rarity of all terms that the memory holds
  double rarest = 0;   // rarity of the rarest one
  double named = 0;    // rarity of those that are names, identifiers or numbers
  double terms = 0;    // how many it holds
  // By the vectors of single words: the mean of each word of the text with the nearest one of the
  // memory, the same the other way round, and the nearest pair of different words.
  double covered = 0, covers = 0, related = 0;
};
// In the order of the hits. `found`: what a recall by the default ranking found for the text.
std::vector<Fit> fits_of(const Engine& engine, std::string_view text, const Found& found);

// Lowers the scores of what the default ranking found for a question that asks for something, where
// the best holds some of its words and little of the rest, by words or by meaning. The order stays,
// and no score falls below the least that is shown.
void lower_by_doubt(const Engine& engine, std::string_view text, Found& found);
// The same of one hit, by Found::undoubted.
void lower_by_doubt(Hit& hit, double undoubted);

}  // namespace aim::engine
