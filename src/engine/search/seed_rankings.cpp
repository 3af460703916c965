#include "engine/search/seed_rankings.h"

#include <algorithm>
#include <map>

#include "engine/search/passage_cosines.h"
#include "engine/vectors/embeddings.h"
#include "memory/blends.h"
#include "memory/filter.h"
#include "store/memories.h"
#include "store/search.h"
#include "store/types.h"

namespace aim::engine {
namespace {

using Numbers = std::map<Key, double>;  // by memory

Pool pool_of(Ranking ranking) {
  switch (ranking) {
    case Ranking::mudpuppy:
      return mudpuppy_pool;
    case Ranking::vector_memory:
      return vector_memory_pool;
    default:
      return hybrid_pool;
  }
}

// The best `most` of them; 0: all. `less` puts the better one first.
template <class Less>
void keep_best(Numbers& numbers, std::size_t most, Less less) {
  if (most == 0 || numbers.size() <= most)
    return;
  std::vector<std::pair<Key, double>> sorted(numbers.begin(), numbers.end());
  std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return a.second != b.second ? less(a.second, b.second) : a.first > b.first;
  });
  numbers = Numbers(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(most));
}

Result<std::vector<std::int64_t>> name_space_numbers(store::Reader& reader, const Filter& filter) {
  std::vector<std::int64_t> numbers;
  for (const auto& row : TRY(reader.search.name_spaces_of(filter))) numbers.push_back(row.number);
  return numbers;
}

// FTS5's rank of the memories that words fit best, at least `most` of them; 0: of every one that
// holds a word.
Result<Numbers> by_words(store::Reader& reader, const Question& question,
                         const std::vector<std::int64_t>& name_spaces, std::size_t most) {
  Numbers ranks;
  if (!question.phrases.empty())
    for (const store::Ranked& each : TRY(reader.search.bm25(question.words(), name_spaces,
                                                            most > 0 ? most : store::all_ranked)))
      ranks.emplace(each.key, each.bm25);
  return ranks;
}

// The cosine of every memory of the namespaces that has a vector: that of its nearest passage.
Result<Numbers> by_vectors(const RankingRequest& request,
                           const std::vector<std::int64_t>& name_spaces) {
  Embeddings& embeddings = request.engine.embeddings;
  const auto& built_in = request.vectors.built_in;
  Numbers nearest;
  const embed::Embedder* embedder = request.vectors.asked_model;
  const auto& asked = embedder ? request.vectors.model.vector : built_in.vector;
  if (!embedder)
    embedder = built_in.is_asked() ? embeddings.built_in() : nullptr;
  if (!embedder)
    return nearest;
  TRY_VOID(each_cosine(request.reader, embeddings, *embedder, asked,
                       [&](const store::PassageMeta& meta, double cosine) {
                         if (std::find(name_spaces.begin(), name_spaces.end(),
                                       std::int64_t{meta.name_space}) != name_spaces.end())
                           keep_nearest(nearest, meta.key, cosine);
                       }));
  return nearest;
}

std::optional<double> number_of(const Numbers& numbers, Key key) {
  const auto found = numbers.find(key);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Score> scores_of(Ranking ranking, std::span<const aim::Candidate> candidates,
                             Time now) {
  switch (ranking) {
    case Ranking::mudpuppy:
      return mudpuppy_scores(candidates);
    case Ranking::vector_memory:
      return vector_memory_scores(candidates, now);
    default:
      return hybrid_scores(candidates, now);
  }
}

}  // namespace

Result<Ranked> rank_by_seed(const RankingRequest& request, Ranking ranking) {
  const auto& [reader, engine, query, by, question, now] = request;
  const auto name_spaces = TRY(name_space_numbers(reader, query.filter));
  if (name_spaces.empty())
    return Ranked{{}, question};
  const Pool pool = pool_of(ranking);
  const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(query.limit, 0));
  Numbers words = TRY(by_words(reader, question, name_spaces, pool.by_words * limit));
  Numbers vectors = TRY(by_vectors(request, name_spaces));
  keep_best(words, pool.by_words * limit, std::less());
  keep_best(vectors, pool.by_vectors * limit, std::greater());
  std::vector<Key> keys;
  for (const auto& [key, rank] : words) keys.push_back(key);
  for (const auto& [key, cosine] : vectors)
    if (!words.contains(key))
      keys.push_back(key);
  auto memories = TRY(reader.memories.by_keys(keys));
  const auto refused = [&request](const Memory& memory) {
    return !passes(memory, request.query.filter, request.now);
  };
  if (!pool.filter_last)
    std::erase_if(memories, refused);
  std::vector<aim::Candidate> candidates;
  for (const Memory& memory : memories)
    candidates.push_back({&memory, number_of(words, memory.key), number_of(vectors, memory.key)});
  auto scores = scores_of(ranking, candidates, now);
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < memories.size(); ++i)
    if (!refused(memories[i]))
      hits.push_back({std::move(memories[i]), std::move(scores[i])});
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return a.score.total != b.score.total ? a.score.total > b.score.total
                                          : a.memory.key > b.memory.key;
  });
  return Ranked{std::move(hits), question};
}

}  // namespace aim::engine
