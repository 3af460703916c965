#include "engine/duplicates/similar.h"

#include <iterator>

#include "base/hash.h"
#include "base/utf8.h"
#include "engine/vectors/vectorize.h"
#include "store/memories.h"
#include "store/search.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_similar = 5;        // S17
constexpr std::size_t max_by_table = 20'000;  // passages: half a millisecond
constexpr std::size_t excerpt_bytes = 120;
constexpr std::size_t compared_bytes = 4'096;  // of each content

// On one line, cut at a character.
std::string excerpt_of(std::string_view content) {
  std::string text(utf8::cut(content, excerpt_bytes));
  std::ranges::replace_if(
      text, [](char each) { return each == '\n' || each == '\r' || each == '\t'; }, ' ');
  return text;
}

// Hashes of its words, in order, each once.
using WordSet = std::vector<std::uint64_t>;

WordSet words_of(std::string_view content) {
  WordSet words;
  for (const std::string& word : text::exact_words(utf8::cut(content, compared_bytes)))
    words.push_back(stable_hash(word));
  std::ranges::sort(words);
  const auto repeated = std::ranges::unique(words);
  words.erase(repeated.begin(), repeated.end());
  return words;
}

double share_of_words(const WordSet& a, const WordSet& b) {
  WordSet shared;
  std::ranges::set_intersection(a, b, std::back_inserter(shared));
  const std::size_t either = a.size() + b.size() - shared.size();
  return either == 0 ? 0 : static_cast<double>(shared.size()) / static_cast<double>(either);
}

bool table_is_at_hand(Engine& engine) {
  const embed::Embedder* table = engine.embeddings.built_in();
  if (!table)
    return false;
  bool at_hand = false;
  engine.embeddings.passages().look(table->identity(),
                                    [&](const Passages& passages, const Vectors&) {
                                      at_hand = passages.metas.size() <= max_by_table;
                                    });
  return at_hand;
}

}  // namespace

Result<std::vector<Nearness>> near_by_vectors(Engine& engine, const Memory& memory,
                                              const std::vector<store::VectorRow>& rows,
                                              const TextVectors& of_table) {
  struct Channel {
    const embed::Embedder* embedder;
    std::vector<store::VectorRow> rows;
  };
  std::vector<Channel> channels;
  if (const embed::Embedder* model = engine.embeddings.warm_model(); model && !rows.empty())
    channels.push_back({model, rows});
  if (table_is_at_hand(engine)) {
    const embed::Embedder* table = engine.embeddings.built_in();
    channels.push_back({table, of_table.rows.empty() ? TRY(by_table(engine.embeddings, memory)).rows
                                                     : of_table.rows});
  }
  if (channels.empty())
    return std::vector<Nearness>();
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Nearness>> {
    std::vector<Nearness> near;
    for (const auto& space : TRY(reader.search.name_spaces(memory.name_space)))
      for (const Channel& each : channels)
        for (const Nearest& found :
             TRY(nearest_to(reader, engine.embeddings, *each.embedder, space.number, each.rows)))
          near.push_back({found.key, found.cosine});
    return near;
  });
}

Result<void> bring_table_to_hand(Engine& engine) {
  const embed::Embedder* table = engine.embeddings.built_in();
  if (!table)
    return {};
  return engine.database.read([&](store::Reader& reader) -> Result<void> {
    PassageIndex& passages = engine.embeddings.passages();
    if (TRY(passages.view(reader, {})).passages.metas.size() <= max_by_table)
      TRY(passages.view(reader, {&table->identity(), 1}));
    return {};
  });
}

Result<Similar> similar_memories(store::Reader& reader, const Memory& memory,
                                 const std::vector<Nearness>& by_vectors, Time now) {
  Similar similar;
  std::map<Key, double> likeness;
  const auto raise = [&](Key key, double to) {
    double& known = likeness[key];
    known = std::max(known, std::min(to, 1.0));
  };
  for (const Nearness& each : by_vectors) raise(each.key, each.likeness);
  std::map<Key, double> by_title;
  TRY_VOID(reader.search.expect_content(memory.name_space, memory.content, now, max_similar + 1));
  for (store::SimilarTitle& each : TRY(reader.memories.similar_titles(
           memory.name_space, memory.title, memory.key, now, max_similar))) {
    raise(each.key, 0);
    by_title.emplace(each.key, each.share);
    similar.ids_by_title.push_back(std::move(each.id));
  }
  for (const Key key : TRY(reader.search.keys_with_content(memory.name_space, memory.content, now,
                                                           max_similar + 1)))
    raise(key, 1);
  likeness.erase(memory.key);
  std::vector<Key> keys;
  for (const auto& [key, value] : likeness) keys.push_back(key);
  const WordSet words = by_title.empty() ? WordSet() : words_of(memory.content);
  for (Memory& other : TRY(reader.memories.by_keys(keys))) {
    double alike = likeness.at(other.key);
    if (const auto title = by_title.find(other.key); title != by_title.end())
      alike = std::max(alike, (title->second + share_of_words(words, words_of(other.content))) / 2);
    similar.memories.push_back(
        {other.key, std::move(other.id), std::move(other.title), alike, excerpt_of(other.content)});
  }
  std::ranges::stable_sort(similar.memories, std::ranges::greater(), &SimilarMemory::likeness);
  similar.memories.resize(std::min(similar.memories.size(), max_similar));
  return similar;
}

}  // namespace aim::engine
