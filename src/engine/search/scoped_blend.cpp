#include "engine/search/scoped_blend.h"

#include <unordered_map>

#include "engine/vectors/embeddings.h"
#include "engine/vectors/vectorize.h"
#include "store/memories.h"
#include "store/search.h"
#include "store/types.h"
#include "text/passages.h"

namespace aim::engine {
namespace {

constexpr std::size_t scored_again_a_hit = 2;  // by the model, with all bits
constexpr std::size_t max_filled_in = 1'000;   // vectors made during one question
// Memories whose vectors by the static table the database does not hold yet get them here, a few
// microseconds each.
Result<void> fill_in(store::Reader& reader, const Embeddings& embeddings, PassageIndex& passages) {
  const embed::Identity identity = embeddings.built_in()->identity();
  std::vector<std::pair<Row, store::PassageMeta>> missing;
  passages.look(identity, [&](const Passages& known, const Vectors& vectors) {
    for (const Row row : vectors.missing)
      if (vectors.rows.is_empty(row) && missing.size() < max_filled_in)
        missing.emplace_back(row, known.metas[row]);
  });
  if (missing.empty())
    return {};
  std::vector<Key> keys;
  for (const auto& [row, meta] : missing)
    if (keys.empty() || keys.back() != meta.key)
      keys.push_back(meta.key);
  std::unordered_map<Key, std::vector<std::string>> texts;
  for (const Memory& memory : TRY(reader.memories.by_keys(keys)))
    texts.emplace(memory.key, text::texts_to_embed(memory));
  std::vector<MadeVector> made;
  for (const auto& [row, meta] : missing) {
    const auto of_memory = texts.find(meta.key);
    if (of_memory == texts.end() || meta.part >= of_memory->second.size())
      continue;
    auto vector = TRY(rows_of(*embeddings.built_in(), {of_memory->second[meta.part]})).front();
    made.push_back({row, vector.head.text, vector.head.scale, std::move(vector.high)});
  }
  passages.put(identity, made);
  return {};
}

}  // namespace

ScopedBlend::ScopedBlend(PassageIndex::View view, std::unique_ptr<BlendQuery> query)
    : view_(std::move(view)),
      query_(std::move(query)),
      blend_(std::make_unique<Blend>(view_.passages, *query_)) {}

Result<ScopedBlend> ScopedBlend::run(const RankingRequest& request, const Scope& scope,
                                     const WordMatches& words) {
  Embeddings& embeddings = request.engine.embeddings;
  const QueryVectors& vectors = request.vectors;
  const embed::Embedder* built_in = vectors.built_in.is_asked() ? embeddings.built_in() : nullptr;
  const embed::Embedder* model = vectors.asked_model;
  std::vector<embed::Identity> wanted;
  for (const embed::Embedder* each : {built_in, model, vectors.older_model})
    if (each)
      wanted.push_back(each->identity());
  PassageIndex& known = embeddings.passages();
  TRY_VOID(known.view(request.reader, wanted));
  if (built_in)
    TRY_VOID(fill_in(request.reader, embeddings, known));
  auto view = TRY(known.view(request.reader, wanted));
  const auto rows_by = [&](const embed::Embedder* embedder) {
    return embedder ? view.passages.of(embedder->identity()) : nullptr;
  };
  auto query = std::make_unique<BlendQuery>(BlendQuery{vectors});
  query->built_in = rows_by(built_in);
  query->model = rows_by(model);
  query->older = rows_by(vectors.older_model);
  query->name_spaces = scope.name_spaces;
  query->names = names_in(request.query.text);
  query->when = text::when_of(request.query.text, request.now);
  ScopedBlend blended(std::move(view), std::move(query));
  blended.set_words(words);
  blended.blend_->compare();
  const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(request.query.limit, 1));
  TRY_VOID(blended.score_again(request.reader, scored_again_a_hit * limit));
  blended.blend_->run();
  blended.evidence_ = {scope.corpus.documents,
                       words.telling,
                       words.known,
                       {blended.blend_->nearest_by_table(), vectors.built_in.known_words},
                       {blended.blend_->nearest_by_model(), vectors.model.known_words},
                       words.clusters};
  return blended;
}

void ScopedBlend::set_words(const WordMatches& words) {
  for (const WordMatch& match : words.memories) {
    const Row row = passages().first_of(match.key);
    if (row == no_row) {
      without_meta_.push_back({match.key, match.score, match.in_title});
      continue;
    }
    blend_->set_words(row, match.score);
    if (match.in_title)
      in_title_.insert(row);
  }
}

// The best by the model are scored again with all their bits.
Result<void> ScopedBlend::score_again(store::Reader& reader, std::size_t count) {
  if (!query_->model)
    return {};
  const Vectors& model = *query_->model;
  const auto block_reader = reader.search.block_reader();
  std::vector<std::int8_t> low(model.rows.dimension());
  const auto best = blend_->best_by_model(count);
  const std::vector<store::Slot> slots(best.begin(), best.end());
  TRY_VOID(block_reader->expect_low(model.channel, slots));
  for (const Row row : best) {
    if (!TRY(block_reader->low(model.channel, row, low)))
      continue;
    blend_->set_model(row, model.rows.score(row, low, query_->vectors.model.vector));
  }
  return {};
}

std::vector<Fused> ScopedBlend::candidates(std::size_t about) const {
  std::vector<Fused> all;
  const auto add = [&](Row row, bool in_title) {
    all.push_back({passages().metas[row].key, blend_->relevance(row), in_title});
  };
  for (const Row row : blend_->claims(about))
    if (!in_title_.contains(row))
      add(row, false);
  for (const Row row : in_title_)
    if (blend_->has_claim(row))
      add(row, true);
  double most = 1e-9;
  for (const Fused& each : without_meta_) most = std::max(most, each.score);
  for (const Fused& each : without_meta_)
    all.push_back({each.key, each.score / most, each.in_title});
  return all;
}

void ScopedBlend::explain(Hit& hit) const {
  const Row row = passages().first_of(hit.memory.key);
  if (row == no_row)
    return;
  auto parts = blend_->factors(row);
  hit.score.factors.insert(hit.score.factors.end(), parts.begin(), parts.end());
}

}  // namespace aim::engine
