#include "engine/search/signals.h"

#include "engine/search/retrieve.h"
#include "engine/search/understand.h"
#include "engine/vectors/embeddings.h"
#include "store/memories.h"
#include "store/search.h"
#include "store/types.h"

namespace aim::engine {
namespace {

using Numbers = std::vector<std::pair<Key, double>>;  // of memories, by rising key

// Answers for rising keys.
class NumberReader {
 public:
  explicit NumberReader(const Numbers& of) : next_(of.begin()), end_(of.end()) {}
  std::optional<double> of(Key key) {
    while (next_ != end_ && next_->first < key) ++next_;
    return next_ != end_ && next_->first == key ? std::optional(next_->second) : std::nullopt;
  }

 private:
  Numbers::const_iterator next_, end_;
};

Result<std::vector<store::UseSignals>> memories_of(store::Reader& reader,
                                                   const SignalsRequest& request, Time now) {
  if (!request.also)
    return reader.search.use_signals(request.filter, now);
  std::vector<store::UseSignals> rows;
  TRY_VOID(store::each_matching(reader.memories, request.filter, [&](const Memory& each) {
    if (passes(each, request.filter, now) && request.also(each))
      rows.push_back({each.key, each.priority, each.access_count, each.created_at.time});
  }));
  return rows;
}

// How well words fit the memories of `rows`: all of them that hold one, or at least the best few.
Result<Numbers> ranks_by_words(store::Reader& reader, const SignalsRequest& request,
                               std::span<const store::UseSignals> rows, bool only_best) {
  Numbers ranks;
  const Question question = understand(request.text, Match::any);
  if (question.phrases.empty())
    return ranks;
  const auto name_spaces = TRY(name_space_numbers(reader, request.filter));
  if (name_spaces.empty())
    return ranks;
  constexpr std::size_t wider = 8;
  for (std::size_t most = only_best ? wider * kept_by_words : store::all_ranked;; most *= wider) {
    auto matches = TRY(reader.search.bm25(question.words(), name_spaces, most));
    if (matches.empty() && may_be_beginnings(question))
      matches = TRY(reader.search.bm25(with_terms(question, store::Terms::beginnings).words(),
                                       name_spaces, most));
    const bool all = matches.size() < most;
    ranks.clear();
    // Those that the filter refuses are no candidates.
    for (const store::Scored& each : matches)
      if (std::ranges::binary_search(rows, each.key, {}, &store::UseSignals::key))
        ranks.emplace_back(each.key, each.bm25);
    if (all || ranks.size() >= kept_by_words) {
      std::ranges::sort(ranks);
      return ranks;
    }
  }
}

bool has_one(const Numbers& numbers, std::span<const store::UseSignals> rows) {
  NumberReader reader(numbers);
  return std::ranges::any_of(rows, [&](const auto& row) { return reader.of(row.key).has_value(); });
}

}  // namespace

Result<Gathered> gather_signals(Engine& engine, const SignalsRequest& request) {
  Query query;
  query.text = request.text;
  query.by_meaning = request.by_meaning;
  const QueryVectors by = query_vectors(engine, query, request.once);
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<Gathered> {
    Gathered gathered;
    const auto rows = TRY(memories_of(reader, request, now));
    Numbers cosines;
    if (by.asked_model) {
      cosines = TRY(memory_cosines(reader, engine.embeddings, *by.asked_model, by.model.vector));
      gathered.by = AskedBy::model;
    }
    if (!has_one(cosines, rows) && by.built_in.is_asked()) {
      cosines = TRY(memory_cosines(reader, engine.embeddings, *engine.embeddings.built_in(),
                                   by.built_in.vector));
      gathered.by = AskedBy::built_in;
    }
    if (!has_one(cosines, rows) && !rows.empty())
      gathered.by = AskedBy::words;
    // Where there are vectors, words only keep the best few from being left out.
    const Numbers ranks = TRY(ranks_by_words(reader, request, rows, gathered.by != AskedBy::words));
    NumberReader cosine_of(cosines), rank_of(ranks);
    gathered.keys.reserve(rows.size());
    gathered.signals.reserve(rows.size());
    for (const store::UseSignals& row : rows) {
      const auto cosine = cosine_of.of(row.key);
      gathered.keys.push_back(row.key);
      gathered.signals.push_back(
          {cosine, rank_of.of(row.key), row.priority, row.access_count, row.created_at, false});
      if (!cosine && gathered.by != AskedBy::words)
        ++gathered.without_vector;
    }
    return gathered;
  });
}

Result<std::vector<Memory>> read_memories(Engine& engine, const std::vector<Key>& keys) {
  return engine.database.read([&](store::Reader& reader) { return reader.memories.by_keys(keys); });
}

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
