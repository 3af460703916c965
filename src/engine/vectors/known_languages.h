// Which languages a model of meaning knows, told from a few sentences of each: the share of their
// letters that stand in words with a vector of their own (N2). What a ranking believes of a
// question's vector goes by the same measure.
// Knows: embedders. Must not know: memories, how a share weighs.
// Threads: any. Cost: some 20 sentences cut into pieces, about 0.2 ms.
#pragma once
#include "embed/embedder.h"

namespace aim::engine {

struct KnownLanguage {
  std::string_view code;  // ISO 639-1
  double share = 0;       // 0 to 1
};
// Those with a share of at least `least`, the best known first.
std::vector<KnownLanguage> known_languages(const embed::Embedder& embedder, double least);

}  // namespace aim::engine
