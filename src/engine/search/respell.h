// A question read otherwise, of which nothing or too little was found: "Buero" as "Büro", and a
// word that no memory has as one that is a letter away ("kuberntes" as "kubernetes").
// Knows: words of questions and memories. Must not know: rankings, scores.
// Cost: a look at the list of words that begin alike, and at most some dozen memories; for umlauts
// alone a look at the list of a word that is written with "ae", "oe" or "ue".
#pragma once
#include "engine/engine.h"
#include "engine/search/retrieve.h"

namespace aim::engine {

struct Respelt {
  std::string text;          // the question with the words replaced
  std::string given, taken;  // the first of them
};

// Nothing: no word can be read otherwise. `only_umlauts`: no letter is changed.
Result<std::optional<Respelt>> respell(store::Reader& reader, const Filter& filter,
                                       const std::string& question, bool only_umlauts);

}  // namespace aim::engine
