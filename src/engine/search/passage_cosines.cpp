#include "engine/search/passage_cosines.h"

#include "engine/vectors/embeddings.h"

namespace aim::engine {

Result<void> each_cosine(store::Reader& reader, Embeddings& embeddings,
                         const embed::Embedder& embedder, const std::vector<float>& asked,
                         const std::function<void(const store::PassageMeta&, double)>& take) {
  const embed::Identity& identity = embedder.identity();
  const auto view = TRY(embeddings.passages().view(reader, {&identity, 1}));
  const Vectors& vectors = *view.passages.of(identity);
  std::vector<float> cosines(vectors.rows.size());
  vectors.rows.scores(asked, cosines);
  for (Row row = 0; row < cosines.size(); ++row)
    if (const store::PassageMeta& meta = view.passages.metas[row];
        meta.key != 0 && !vectors.rows.is_empty(row))
      take(meta, cosines[row]);
  return {};
}

}  // namespace aim::engine
