#include "engine/vectors/vectorize.h"

#include "base/log.h"
#include "index/flat.h"
#include "store/search.h"
#include "text/passages.h"

namespace aim::engine {
namespace {

constexpr float similar_above = 0.9F;
constexpr std::size_t max_near = 6;

using Known = std::map<std::uint64_t, store::VectorRow>;  // by hash of the text

Result<Known> known_rows(Engine& engine, const embed::Identity& identity,
                         const std::set<std::uint64_t>& texts) {
  return engine.database.read([&](store::Reader& reader) -> Result<Known> {
    Known known;
    const auto view = TRY(engine.embeddings.passages().view(reader, {&identity, 1}));
    const Vectors& vectors = *view.passages.of(identity);
    const auto block_reader = reader.search.block_reader();
    for (Row row = 0; row < vectors.heads.size() && known.size() < texts.size(); ++row) {
      const store::VectorHead& head = vectors.heads[row];
      if (head.text == 0 || head.failed != 0 || !texts.contains(head.text) ||
          known.contains(head.text))
        continue;
      store::VectorRow made{head, vectors.rows.numbers(row),
                            std::vector<std::int8_t>(identity.dimension)};
      if (TRY(block_reader->low(vectors.channel, row, made.low)))
        known.emplace(head.text, std::move(made));
    }
    return known;
  });
}

// Of texts those that have a vector, and those that need one, each once.
struct Wanted {
  std::vector<std::uint64_t> hashes;  // of all texts, in order
  Known known;
  std::vector<std::string> fresh;
};

Result<Wanted> wanted_rows(Engine& engine, const embed::Embedder& embedder,
                           const std::vector<std::string>& texts) {
  Wanted wanted;
  for (const std::string& text : texts) wanted.hashes.push_back(text::text_hash(text));
  const auto& hashes = wanted.hashes;
  wanted.known =
      TRY(known_rows(engine, embedder.identity(), std::set(hashes.begin(), hashes.end())));
  std::set<std::uint64_t> asked;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!wanted.known.contains(hashes[i]) && asked.insert(hashes[i]).second)
      wanted.fresh.push_back(texts[i]);
  return wanted;
}

std::vector<store::VectorRow> in_order(const Wanted& wanted) {
  std::vector<store::VectorRow> rows;
  for (const std::uint64_t hash : wanted.hashes) rows.push_back(wanted.known.at(hash));
  return rows;
}

// A model makes of words that it does not know one and the same piece: two texts of a script that
// it has not would be alike, whatever they say, and near every short question. ASCII it knows.
bool knows_nothing_of(const embed::Embedder& embedder, std::string_view text) {
  const auto is_ascii = [](char each) { return static_cast<unsigned char>(each) < 0x80; };
  return !std::all_of(text.begin(), text.end(), is_ascii) && embedder.coverage(text).pieces == 0;
}

Result<std::vector<store::VectorRow>> rows_until(const embed::Embedder& embedder,
                                                 const std::vector<std::string>& texts,
                                                 const store::Stop& stop) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  auto numbers = TRY(embed_until(embedder, views, embed::Role::document, stop));
  const std::size_t dimension = embedder.identity().dimension;
  std::vector<store::VectorRow> rows;
  rows.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto vector = std::span(numbers).subspan(i * dimension, dimension);
    if (std::ranges::any_of(vector, [](float number) { return number != 0; }) &&
        knows_nothing_of(embedder, texts[i]))
      std::ranges::fill(vector, 0.0F);
    auto small = index::quantize(vector);
    rows.push_back(
        {{text::text_hash(texts[i]), small.scale, 0}, std::move(small.high), std::move(small.low)});
  }
  return rows;
}

}  // namespace

Result<std::vector<store::VectorRow>> rows_of(const embed::Embedder& embedder,
                                              const std::vector<std::string>& texts) {
  return rows_until(embedder, texts, {});
}

Result<std::vector<store::VectorRow>> rows_once(Engine& engine, const embed::Embedder& embedder,
                                                const std::vector<std::string>& texts) {
  Wanted wanted = TRY(wanted_rows(engine, embedder, texts));
  if (!wanted.fresh.empty())
    for (store::VectorRow& row : TRY(rows_until(embedder, wanted.fresh, engine.database.stop())))
      wanted.known.insert_or_assign(row.head.text, std::move(row));
  return in_order(wanted);
}

Result<std::vector<store::VectorRow>> rows_at_hand(Engine& engine, const embed::Embedder& embedder,
                                                   const std::vector<std::string>& texts) {
  if (!remote(&embedder))
    return rows_once(engine, embedder, texts);
  const Wanted wanted = TRY(wanted_rows(engine, embedder, texts));
  return wanted.fresh.empty() ? in_order(wanted) : std::vector<store::VectorRow>();
}

Result<store::Channel> channel_of(store::Writer& writer, const Embeddings& embeddings,
                                  const embed::Embedder& embedder) {
  const embed::Identity& identity = embedder.identity();
  const bool precise =
      &embedder != embeddings.built_in();  // the table's vectors are rough from the start
  return writer.search.channel_for(
      {0, identity.model, identity.engine, identity.dimension, precise});
}

bool are_of(const TextVectors& made, const embed::Embedder& model,
            const std::vector<std::string>& texts) {
  return !made.rows.empty() && made.model == model.identity() &&
         std::ranges::equal(
             made.rows, texts, {}, [](const store::VectorRow& row) { return row.head.text; },
             text::text_hash);
}

std::vector<store::VectorRow> by_open_model(Engine& engine, const Memory& memory,
                                            const TextVectors& made) {
  const embed::Embedder* model = engine.embeddings.warm_model();
  if (!model || remote(model))
    return {};
  const auto texts = text::texts_to_embed(memory);
  if (are_of(made, *model, texts))
    return made.rows;
  auto rows = rows_once(engine, *model, texts);
  if (!rows) {
    log::warn("a memory gets its vector later: " + rows.error().message);
    return {};
  }
  return std::move(*rows);
}

Result<void> keep_by_model(store::Writer& writer, const Embeddings& embeddings, Key key,
                           const std::vector<store::VectorRow>& rows) {
  if (rows.empty())
    return {};
  const auto channel = TRY(channel_of(writer, embeddings, *embeddings.warm_model()));
  const store::MemoryVectors memory{key, rows};
  return writer.search.write_vectors(channel, {&memory, 1});
}

Result<void> keep_by_table(store::Writer& writer, const Embeddings& embeddings,
                           std::span<const Memory> memories) {
  if (!embeddings.built_in() || memories.empty())
    return {};
  std::vector<TextVectors> vectors;
  for (const Memory& memory : memories) vectors.push_back(TRY(by_table(embeddings, memory)));
  std::vector<MadeVectors> made;
  for (std::size_t i = 0; i < memories.size(); ++i) made.push_back({memories[i].key, &vectors[i]});
  // After the work, which a server that is still busy with the memories has been given time for.
  return keep_by_table(writer, embeddings, made);
}

Result<void> keep_by_table(store::Writer& writer, const Embeddings& embeddings,
                           std::span<const MadeVectors> memories) {
  if (!embeddings.built_in() || memories.empty())
    return {};
  std::vector<Key> keys;
  keys.reserve(memories.size());
  for (const MadeVectors& memory : memories) keys.push_back(memory.key);
  const auto slots = TRY(writer.search.slots_of_all(keys));
  std::vector<store::SlotRow> rows;
  for (std::size_t place = 0; place < keys.size(); ++place) {
    const auto& made = memories[place].made->rows;
    for (std::size_t i = 0; i < std::min(slots[place].size(), made.size()); ++i)
      rows.emplace_back(slots[place][i], &made[i]);
  }
  std::ranges::sort(rows, {}, &store::SlotRow::first);
  const auto channel = TRY(channel_of(writer, embeddings, *embeddings.built_in()));
  return writer.search.write_vector_rows(channel, rows);
}

Result<TextVectors> by_table(const Embeddings& embeddings, const Memory& memory) {
  const embed::Embedder* table = embeddings.built_in();
  if (!table)
    return TextVectors();
  return TextVectors{table->identity(), TRY(rows_of(*table, text::texts_to_embed(memory)))};
}

Result<void> keep_by_table(store::Writer& writer, const Embeddings& embeddings,
                           const Memory& memory, TextVectors made) {
  const embed::Embedder* table = embeddings.built_in();
  if (!table)
    return {};
  const auto texts = text::texts_to_embed(memory);
  if (!are_of(made, *table, texts))
    made.rows = TRY(rows_of(*table, texts));
  const MadeVectors one{memory.key, &made};
  return keep_by_table(writer, embeddings, {&one, 1});
}

Result<std::vector<Nearest>> nearest_to(store::Reader& reader, Embeddings& embeddings,
                                        const embed::Embedder& embedder, std::int64_t name_space,
                                        const std::vector<store::VectorRow>& rows) {
  std::vector<Nearest> near;
  const embed::Identity& identity = embedder.identity();
  const auto view = TRY(embeddings.passages().view(reader, {&identity, 1}));
  const Vectors& vectors = *view.passages.of(identity);
  const auto& metas = view.passages.metas;
  const auto others = view.passages.of_name_space(name_space);
  std::vector<float> cosines(others.size());
  for (const store::VectorRow& row : rows) {
    vectors.rows.scores_of(index::restore(row.head.scale, row.high, row.low), others, cosines);
    for (std::size_t i = 0; i < others.size(); ++i)
      if (cosines[i] > similar_above)
        near.push_back({metas[others[i]].key, cosines[i]});
  }
  // Of each memory its nearest passage.
  std::ranges::sort(near, [](const Nearest& a, const Nearest& b) {
    return a.key != b.key ? a.key < b.key : a.cosine > b.cosine;
  });
  const auto others_of_it = std::ranges::unique(near, {}, &Nearest::key);
  near.erase(others_of_it.begin(), others_of_it.end());
  std::ranges::sort(near, std::ranges::greater(), &Nearest::cosine);
  near.resize(std::min(near.size(), max_near));
  return near;
}

}  // namespace aim::engine
