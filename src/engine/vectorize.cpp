#include "engine/vectorize.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/log.h"
#include "index/quantize.h"

namespace aim::engine {
namespace {

constexpr float similar_above = 0.9F;
constexpr std::size_t most_similar = 5;

using Known = std::map<std::uint64_t, store::VectorRow>;  // by hash of the text

Result<Known> known_rows(Engine& engine, const embed::Identity& identity,
                         const std::set<std::uint64_t>& texts) {
  return engine.database.read([&](store::Connection& connection) -> Result<Known> {
    Known known;
    const auto view = TRY(engine.meaning.passages().view(connection, {&identity, 1}));
    const Vectors& vectors = *view.passages.of(identity);
    store::BlockReader reader(connection);
    for (Row row = 0; row < vectors.heads.size() && known.size() < texts.size(); ++row) {
      const store::VectorHead& head = vectors.heads[row];
      if (head.text == 0 || head.failed != 0 || !texts.contains(head.text) ||
          known.contains(head.text))
        continue;
      store::VectorRow made{head, vectors.rows.numbers(row),
                            std::vector<std::int8_t>(identity.dimension)};
      if (TRY(reader.low(vectors.channel, row, made.low)))
        known.emplace(head.text, std::move(made));
    }
    return known;
  });
}

}  // namespace

Result<std::vector<store::VectorRow>> rows_of(const embed::Embedder& embedder,
                                              const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto numbers = TRY(embedder.embed(views, embed::Role::document));
  const std::size_t dimension = embedder.identity().dimension;
  std::vector<store::VectorRow> rows;
  rows.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto small = index::quantize(std::span(numbers).subspan(i * dimension, dimension));
    rows.push_back({{store::text_hash(texts[i]), small.scale, 0},
                    std::move(small.high),
                    std::move(small.low)});
  }
  return rows;
}

Result<std::vector<store::VectorRow>> rows_once(Engine& engine, const embed::Embedder& embedder,
                                                const std::vector<std::string>& texts) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& text : texts) hashes.push_back(store::text_hash(text));
  Known known =
      TRY(known_rows(engine, embedder.identity(), std::set(hashes.begin(), hashes.end())));
  std::vector<std::string> fresh;
  std::set<std::uint64_t> asked;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!known.contains(hashes[i]) && asked.insert(hashes[i]).second)
      fresh.push_back(texts[i]);
  if (!fresh.empty())
    for (store::VectorRow& row : TRY(rows_of(embedder, fresh)))
      known.insert_or_assign(row.head.text, std::move(row));
  std::vector<store::VectorRow> rows;
  for (const std::uint64_t hash : hashes) rows.push_back(known.at(hash));
  return rows;
}

Result<store::Channel> channel_of(store::Connection& connection, const Meaning& meaning,
                                  const embed::Embedder& embedder) {
  const embed::Identity& identity = embedder.identity();
  const bool precise =
      &embedder != meaning.built_in();  // the table's vectors are rough from the start
  return store::channel_for(connection,
                            {0, identity.model, identity.engine, identity.dimension, precise});
}

std::vector<store::VectorRow> by_open_model(Engine& engine, const Memory& memory) {
  const embed::Embedder* model = engine.meaning.warm_model();
  if (!model)
    return {};
  auto rows = rows_once(engine, *model, store::texts_to_embed(memory));
  if (!rows) {
    log::warn("a memory gets its vector later: " + rows.error().message);
    return {};
  }
  return std::move(*rows);
}

Result<void> keep_by_model(store::Connection& connection, const Meaning& meaning, Key key,
                           const std::vector<store::VectorRow>& rows) {
  if (rows.empty())
    return {};
  const auto channel = TRY(channel_of(connection, meaning, *meaning.warm_model()));
  return store::write_vectors(connection, channel, key, rows);
}

Result<void> keep_by_table(store::Connection& connection, const Meaning& meaning,
                           std::span<const Memory> memories) {
  if (!meaning.built_in() || memories.empty())
    return {};
  std::vector<std::pair<store::Slot, store::VectorRow>> made;
  for (const Memory& memory : memories) {
    auto rows = TRY(rows_of(*meaning.built_in(), store::texts_to_embed(memory)));
    const auto slots = TRY(store::slots_of(connection, memory.key));
    for (std::size_t i = 0; i < std::min(slots.size(), rows.size()); ++i)
      made.emplace_back(slots[i], std::move(rows[i]));
  }
  std::ranges::sort(made, {}, &std::pair<store::Slot, store::VectorRow>::first);
  std::vector<store::SlotRow> rows;
  for (const auto& [slot, row] : made) rows.emplace_back(slot, &row);
  const auto channel = TRY(channel_of(connection, meaning, *meaning.built_in()));
  return store::write_rows(connection, channel, rows);
}

Result<std::vector<Similar>> similar_to(store::Connection& connection, Meaning& meaning,
                                        std::int64_t name_space, Key except,
                                        const std::vector<store::VectorRow>& rows) {
  std::vector<Similar> similar;
  const embed::Embedder* model = meaning.warm_model();
  if (!model || rows.empty())
    return similar;
  const embed::Identity& identity = model->identity();
  const auto view = TRY(meaning.passages().view(connection, {&identity, 1}));
  const Vectors& vectors = *view.passages.of(identity);
  std::map<Key, float> nearest;
  std::vector<float> cosines(vectors.rows.size());
  for (const store::VectorRow& row : rows) {
    vectors.rows.scores(index::restore(row.head.scale, row.high, row.low), cosines);
    for (Row other = 0; other < cosines.size(); ++other) {
      const store::Sign& sign = view.passages.signs[other];
      if (cosines[other] <= similar_above || sign.key == except || sign.name_space != name_space)
        continue;
      float& best = nearest[sign.key];
      best = std::max(best, cosines[other]);
    }
  }
  for (const auto& [key, cosine] : nearest) similar.push_back({key, cosine});
  std::ranges::sort(similar, std::ranges::greater(), &Similar::cosine);
  similar.resize(std::min(similar.size(), most_similar));
  return similar;
}

}  // namespace aim::engine
