#include <unordered_map>

#include "engine/search/rankings.h"
#include "engine/search/retrieve.h"
#include "engine/search/signals.h"
#include "engine/vectors/embeddings.h"
#include "memory/blends.h"
#include "memory/filter.h"
#include "store/memories.h"
#include "store/search.h"
#include "store/types.h"

namespace aim::engine {
namespace {

using Numbers = std::map<Key, double>;  // by memory

constexpr std::size_t read_at_once = 256;  // memories, with their texts

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

// FTS5's rank of the memories that words fit best, at least `most` of them; 0: of every one that
// holds a word.
Result<Numbers> by_words(store::Reader& reader, const Question& question,
                         const std::vector<std::int64_t>& name_spaces, std::size_t most) {
  Numbers ranks;
  if (!question.phrases.empty())
    for (const store::Scored& each : TRY(reader.search.bm25(question.words(), name_spaces,
                                                            most > 0 ? most : store::all_ranked)))
      ranks.emplace(each.key, each.bm25);
  return ranks;
}

// The cosine of every memory of the namespaces that has a vector.
Result<Numbers> by_vectors(const RankingRequest& request,
                           const std::vector<std::int64_t>& name_spaces) {
  Embeddings& embeddings = request.engine.embeddings;
  const auto& built_in = request.vectors.built_in;
  const embed::Embedder* embedder = request.vectors.asked_model;
  const auto& asked = embedder ? request.vectors.model.vector : built_in.vector;
  if (!embedder)
    embedder = built_in.is_asked() ? embeddings.built_in() : nullptr;
  if (!embedder)
    return Numbers();
  const auto cosines =
      TRY(memory_cosines(request.reader, embeddings, *embedder, asked, name_spaces));
  return Numbers(cosines.begin(), cosines.end());
}

std::optional<double> number_of(const Numbers& numbers, Key key) {
  const auto found = numbers.find(key);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Score> scores_of(Ranking ranking, std::span<const Candidate> candidates, Time now) {
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

Result<RankingResult> rank_by_seed(const RankingRequest& request, Ranking ranking) {
  const auto& [reader, engine, query, by, question, now] = request;
  const auto name_spaces = TRY(name_space_numbers(reader, query.filter));
  if (name_spaces.empty())
    return RankingResult{{}, question};
  const bool is_mudpuppy = ranking == Ranking::mudpuppy;
  const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(query.limit, 0));
  const std::size_t most = is_mudpuppy ? mudpuppy_pool * limit : 0;
  Numbers words = TRY(by_words(reader, question, name_spaces, most));
  Numbers vectors = TRY(by_vectors(request, name_spaces));
  keep_best(words, most, std::less());
  keep_best(vectors, most, std::greater());
  std::vector<Key> keys;
  for (const auto& [key, rank] : words) keys.push_back(key);
  for (const auto& [key, cosine] : vectors)
    if (!words.contains(key))
      keys.push_back(key);
  auto memories = TRY(reader.memories.by_keys(keys));
  const auto refused = [&request](const Memory& memory) {
    return !passes(memory, request.query.filter, request.now);
  };
  if (!is_mudpuppy)
    std::erase_if(memories, refused);
  std::vector<Candidate> candidates;
  for (const Memory& memory : memories)
    candidates.push_back({&memory, number_of(words, memory.key), number_of(vectors, memory.key)});
  auto scores = scores_of(ranking, candidates, now);
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < memories.size(); ++i)
    if (!refused(memories[i]))
      hits.push_back({std::move(memories[i]), std::move(scores[i])});
  std::ranges::sort(hits, better_hit);
  return RankingResult{std::move(hits), question};
}

Result<RankingResult> rank_by_six_factors(const RankingRequest& request, bool with_tier_boost) {
  const auto& [reader, engine, query, vectors, question, now] = request;
  RankingResult ranked{{}, question};
  std::vector<Hit>& hits = ranked.hits;
  const Scope scope = TRY(scope_of(reader, query.filter));
  if (scope.nothing || question.phrases.empty())
    return ranked;
  const auto look = [&](const Question& asked) {
    return reader.search.bm25(asked.words(), scope.name_spaces, store::all_ranked);
  };
  auto matches = TRY(look(question));
  if (matches.empty() && may_be_beginnings(question)) {
    ranked.question = with_terms(question, store::Terms::beginnings);
    matches = TRY(look(ranked.question));
  }
  for (std::size_t begin = 0; begin < matches.size(); begin += read_at_once) {
    const std::span some(matches.data() + begin, std::min(read_at_once, matches.size() - begin));
    std::vector<Key> keys;
    std::unordered_map<Key, double> ranks;
    for (const store::Scored& each : some) {
      keys.push_back(each.key);
      ranks.emplace(each.key, each.bm25);
    }
    for (Memory& memory : TRY(reader.memories.by_keys(keys)))
      if (passes(memory, query.filter, now)) {
        Score score = six_factor(ranks.at(memory.key), memory, now, with_tier_boost);
        hits.push_back({std::move(memory), std::move(score)});
      }
  }
  std::ranges::sort(hits, better_hit);
  return ranked;
}

}  // namespace aim::engine
