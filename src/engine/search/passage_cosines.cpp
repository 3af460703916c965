#include "engine/search/passage_cosines.h"

#include <algorithm>

#include "engine/vectors/embeddings.h"
#include "store/types.h"

namespace aim::engine {

Result<std::vector<std::pair<Key, double>>> memory_cosines(
    store::Reader& reader, Embeddings& embeddings, const embed::Embedder& embedder,
    const std::vector<float>& asked, std::span<const std::int64_t> name_spaces) {
  constexpr float none = -2;  // no cosine
  const embed::Identity& identity = embedder.identity();
  const auto view = TRY(embeddings.passages().view(reader, {&identity, 1}));
  const Passages& passages = view.passages;
  const Vectors& vectors = *passages.of(identity);
  std::vector<float> cosines(vectors.rows.size());
  vectors.rows.scores(asked, cosines);
  for (Row row = 0; row < cosines.size(); ++row)
    if (vectors.rows.is_empty(row))
      cosines[row] = none;
  cosines.resize(passages.metas.size(), none);
  for (const auto& [first, row] : passages.more)
    cosines[first] = std::max(cosines[first], cosines[row]);
  std::vector<std::pair<Key, double>> nearest;
  nearest.reserve(passages.firsts.size());
  for (const auto& [key, row] : passages.firsts)
    if (cosines[row] != none && store::is_named(passages.metas[row].name_space, name_spaces))
      nearest.emplace_back(key, cosines[row]);
  return nearest;
}

}  // namespace aim::engine
