// A question of which nothing or too little was found.
//
// Read otherwise: "Buero" as "Büro", and a
// word that no memory has as one that is a letter away ("kuberntes" as "kubernetes").
// Knows: words of questions and memories. Must not know: rankings, scores.
// Cost: a look at the list of words that begin alike, and at most some dozen memories; for umlauts
// alone a look at the list of a word that is written with "ae", "oe" or "ue".
#pragma once
#include "engine/engine.h"
#include "engine/search/found.h"
#include "engine/search/retrieve.h"

namespace aim::engine {

struct Respelt {
  std::string text;          // the question with the words replaced
  std::string given, taken;  // the first of them
};

// Nothing: no word can be read otherwise. `only_umlauts`: no letter is changed.
Result<std::optional<Respelt>> respell(store::Reader& reader, const Filter& filter,
                                       const std::string& question, bool only_umlauts);

// What a question would have found, had it not expired or been archived (S44), so that a fact that
// is gone is seen to be: those that pass the filter and hold at least two thirds of the question's
// significant words. Inside the caller's read(). Cost: nothing where nothing is gone; else 2 ms at
// most, for the newest 200 of each kind.
Result<Gone> find_gone(store::Reader& reader, const Query& query, Time now);

}  // namespace aim::engine
