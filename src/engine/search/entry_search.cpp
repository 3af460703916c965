#include <unordered_map>

#include "engine/search/signals.h"
#include "engine/search/understand.h"
#include "engine/untitled/entries.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "memory/blends.h"
#include "store/memories.h"
#include "store/search.h"

namespace aim::engine {
namespace {

struct Signal {
  Key key;
  double value;
};

// What a question finds one way. Which of it are the best is found as far as it is asked.
struct List {
  std::vector<Signal> signals = {};
  bool smaller_is_better = false;
  bool whole = true;  // nothing else is found this way

  // The best come first, equals the newer one first. How many there are of them.
  std::size_t put_best_first(std::size_t most) {
    const auto end = signals.begin() + static_cast<std::ptrdiff_t>(std::min(most, signals.size()));
    std::partial_sort(signals.begin(), end, signals.end(),
                      [this](const Signal& a, const Signal& b) {
                        if (a.value != b.value)
                          return smaller_is_better ? a.value < b.value : a.value > b.value;
                        return a.key > b.key;
                      });
    return static_cast<std::size_t>(end - signals.begin());
  }
};

// The same question may be asked of longer and longer lists.
struct Lists {
  List vectors;                           // cosines, made once
  List words{.smaller_is_better = true};  // FTS5's ranks
};

constexpr std::size_t wider = 4;

Result<void> by_words(store::Reader& reader, const Question& question,
                      std::span<const std::int64_t> name_spaces, std::size_t most, List& list) {
  list.signals.clear();
  list.whole = true;
  if (question.phrases.empty())
    return {};
  for (const store::Scored& each : TRY(reader.search.bm25(question.words(), name_spaces, most)))
    list.signals.push_back({each.key, each.bm25});
  list.whole = list.signals.size() < most;
  return {};
}

// Where the model has seen none of them yet, the built-in table stands in for it: it knows all of
// them.
Result<void> by_vectors(store::Reader& reader, const Engine& engine, const QueryVectors& asked,
                        std::int64_t name_space, List& list) {
  Embeddings& embeddings = engine.embeddings;
  const auto add = [&](const embed::Embedder& embedder, const ChannelQuery& query) -> Result<void> {
    for (const auto& [key, cosine] :
         TRY(memory_cosines(reader, embeddings, embedder, query.vector, {&name_space, 1})))
      list.signals.push_back({key, cosine});
    return {};
  };
  if (asked.asked_model)
    TRY_VOID(add(*asked.asked_model, asked.model));
  if (list.signals.empty() && asked.built_in.is_asked())
    TRY_VOID(add(*embeddings.built_in(), asked.built_in));
  return {};
}

std::span<const Signal> best_of(List& list, std::size_t most) {
  return {list.signals.data(), list.put_best_first(most)};
}

// What the two lists say of a memory, which is not read for it.
struct Joined {
  Key key;
  Score score;
  bool by_vectors, by_words;
};

// What the two lists, cut to so many, make together, the best first; whatever the filters say of
// it.
std::vector<Joined> joined(const EntryQuery& query, Lists& lists, std::size_t pool) {
  std::unordered_map<Key, std::size_t> places;
  std::vector<Key> keys;
  std::vector<Candidate> candidates;
  const auto candidate = [&](Key key) -> Candidate& {
    const auto [at, is_new] = places.try_emplace(key, candidates.size());
    if (is_new) {
      keys.push_back(key);
      candidates.push_back({nullptr, std::nullopt, std::nullopt});
    }
    return candidates[at->second];
  };
  for (const Signal& near : best_of(lists.vectors, pool)) candidate(near.key).cosine = near.value;
  for (const Signal& fits : best_of(lists.words, pool)) candidate(fits.key).fts_rank = fits.value;
  auto scores = mudpuppy_scores(candidates);
  const double of_vectors = query.by_words ? query.vector_weight : 1,
               of_words = query.by_vectors ? query.word_weight : 1;
  std::vector<Joined> all;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    // The first factor is the vector's, the second the words': a mode of one list has the other's
    // as nothing.
    Score& score = scores[i];
    score.factors[0].weight = of_vectors;
    score.factors[1].weight = of_words;
    score.total = score.factors[0].value * of_vectors + score.factors[1].value * of_words;
    all.push_back({keys[i], std::move(score), candidates[i].cosine.has_value(),
                   candidates[i].fts_rank.has_value()});
  }
  std::sort(all.begin(), all.end(), [](const Joined& a, const Joined& b) {
    return a.score.total != b.score.total ? a.score.total > b.score.total : a.key > b.key;
  });
  return all;
}

// The best that the filters let pass. Memories are read from the best on, until there are enough.
Result<std::vector<EntryHit>> passing(store::Reader& reader, const EntryQuery& query,
                                      std::vector<Joined> all, Time now) {
  std::vector<EntryHit> hits;
  std::vector<Key> keys;
  // What is wanted; where filters leave little of that, more at a time, as each time costs the same
  // again.
  std::size_t at_once = query.limit;
  for (std::size_t begin = 0; begin < all.size() && hits.size() < query.limit;
       begin += keys.size(), at_once *= 2) {
    keys.clear();
    const std::size_t end = std::min(all.size(), begin + at_once);
    for (std::size_t at = begin; at < end; ++at) keys.push_back(all[at].key);
    std::size_t at = begin;
    for (Memory& memory : TRY(reader.memories.by_keys(keys))) {
      while (all[at].key != memory.key) ++at;
      if (has_expired(memory, now) || (query.passes && !query.passes(memory)))
        continue;
      if (hits.size() == query.limit)
        break;
      Joined& one = all[at];
      hits.push_back({std::move(memory), std::move(one.score), one.by_vectors, one.by_words});
    }
  }
  return hits;
}

Result<std::vector<EntryHit>> found_in(store::Reader& reader, const Engine& engine,
                                       const EntryQuery& query, const QueryVectors& asked,
                                       Time now) {
  std::vector<EntryHit> hits;
  const auto rows = TRY(reader.search.name_spaces(query.name_space));
  if (rows.empty() || query.limit == 0)
    return hits;
  const std::int64_t name_space = rows.front().number;
  Lists lists;
  if (query.by_vectors)
    TRY_VOID(by_vectors(reader, engine, asked, name_space, lists.vectors));
  const Question question = understand(query.text, Match::any);
  for (std::size_t pool = mudpuppy_pool * query.limit;; pool *= wider) {
    if (query.by_words)
      TRY_VOID(by_words(reader, question, {&name_space, 1}, pool, lists.words));
    hits = TRY(passing(reader, query, joined(query, lists, pool), now));
    const bool nothing_left = lists.words.whole && pool >= lists.vectors.signals.size();
    if (hits.size() >= query.limit || nothing_left)
      return hits;
  }
}

}  // namespace

Result<std::vector<EntryHit>> find_entries(Engine& engine, const EntryQuery& query) {
  if (query.text.find('\0') != query.text.npos)  // nothing holds one (S37)
    return std::vector<EntryHit>();
  const Time now = engine.clock.now();
  Query question;
  question.text = query.text;
  question.by_meaning = query.by_vectors;
  const QueryVectors asked = query_vectors(engine, question);
  auto hits = TRY(engine.database.read(
      [&](store::Reader& reader) { return found_in(reader, engine, query, asked, now); }));
  for (const EntryHit& hit : hits)
    if (engine.touches.first_uses().add(query.session, query.text, hit.memory.key))
      engine.touches.add(hit.memory.key, now);
  return hits;
}

}  // namespace aim::engine
