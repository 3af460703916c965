// A question of which nothing was found, read otherwise: "Buero" as "Büro", and a word that no
// memory has as one that is a letter away ("kuberntes" as "kubernetes").
// Knows: words of questions and memories. Must not know: rankings, scores.
// Cost: only where nothing was found; a look at the list of words that begin alike, and at most
// some dozen memories.
#pragma once
#include "engine/search/retrieve.h"

namespace aim::engine {

struct Respelt {
  std::string text;          // the question with the words replaced
  std::string given, taken;  // the first of them
};

// Nothing: no word can be read otherwise.
Result<std::optional<Respelt>> respell(store::Reader& reader, const Filter& filter,
                                       const std::string& question);

}  // namespace aim::engine
