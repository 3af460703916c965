#include "engine/duplicates/duplicates.h"

#include <numeric>
#include <unordered_map>

#include "engine/untitled/file_entries.h"
#include "engine/vectors/near_pairs.h"
#include "engine/vectors/vectorize.h"
#include "index/flat.h"
#include "memory/differs.h"
#include "memory/filter.h"
#include "store/memories.h"
#include "store/search.h"
#include "text/passages.h"
#include "text/words.h"

namespace aim::engine {
namespace {

using PassageVectors = std::vector<std::vector<float>>;  // of a memory
using PassagesByKey = std::unordered_map<Key, PassageVectors>;

struct SimilarPair {
  Key a, b;  // a < b
  double similarity = 0;
};

constexpr float rough_margin = 0.01F;  // of a cosine by the high bytes alone
constexpr std::size_t max_pairs =
    1'000'000;  // thousands of copies of one text are told by some of them

double dot(const std::vector<float>& a, const std::vector<float>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double mean_of_nearest(const PassageVectors& from, const PassageVectors& to) {
  double sum = 0;
  for (const auto& each : from) {
    double best = -1;
    for (const auto& other : to) best = std::max(best, dot(each, other));
    sum += best;
  }
  return sum / static_cast<double>(from.size());
}

double similarity(const PassageVectors& a, const PassageVectors& b) {
  if (a.empty() || b.empty())
    return 0;
  if (a == b)  // kept vectors are not quite of unit length
    return 1;
  return std::clamp(std::min(mean_of_nearest(a, b), mean_of_nearest(b, a)), 0.0, 1.0);
}

Result<PassagesByKey> passages_of(store::Reader& reader, const store::Channel& channel,
                                  const std::set<Key>& keys) {
  PassagesByKey passages;
  if (channel.number == 0)
    return passages;
  const std::vector<Key> wanted(keys.begin(), keys.end());
  for (const store::MemoryVectors& each : TRY(reader.search.vectors_of(channel, wanted)))
    for (const store::VectorRow& row : each.rows)
      if (row.head.text != 0 && row.head.scale != 0)
        passages[each.key].push_back(index::restore(row.head.scale, row.high, row.low));
  return passages;
}

// Numbers of namespaces; empty: all.
Result<std::set<std::int64_t>> scope_of(store::Reader& reader, const std::string& name_space) {
  std::set<std::int64_t> numbers;
  if (!name_space.empty())
    for (const auto& row : TRY(reader.search.name_spaces(name_space))) numbers.insert(row.number);
  return numbers;
}

// ---- by vectors ----

Result<std::vector<SimilarPair>> pairs_by_vectors(store::Reader& reader, Engine& engine,
                                                  const embed::Embedder& model,
                                                  const DuplicatesRequest& request,
                                                  Duplicates& found) {
  const embed::Identity& identity = model.identity();
  const auto scope = TRY(scope_of(reader, request.name_space));
  std::set<std::pair<Key, Key>> rough;
  store::Channel channel;
  {
    const auto view = TRY(engine.embeddings.passages().view(reader, {&identity, 1}));
    const Vectors& vectors = *view.passages.of(identity);
    channel = vectors.channel;
    const auto in_scope = [&](Row row) {
      return request.name_space.empty() ||
             scope.contains(std::int64_t{view.passages.metas[row].name_space});
    };
    for (const auto& [key, row] : view.passages.firsts)
      if (in_scope(row))
        ++(vectors.rows.is_empty(row) ? found.without_vector : found.compared);
    NearPairs all;
    all.threshold = static_cast<float>(request.threshold) - rough_margin;
    all.most = max_pairs;
    all.is_asked = in_scope;
    all.go_on = [&] { return engine.database.go_on(); };
    rough = TRY(near_pairs(view.passages, vectors, all));
  }
  std::set<Key> keys;
  for (const auto& [a, b] : rough) {
    keys.insert(a);
    keys.insert(b);
  }
  const PassagesByKey passages = TRY(passages_of(reader, channel, keys));
  std::vector<SimilarPair> pairs;
  for (const auto& [a, b] : rough) {
    const auto first = passages.find(a), second = passages.find(b);
    if (first == passages.end() || second == passages.end())
      continue;
    const double alike = similarity(first->second, second->second);
    if (alike >= request.threshold)
      pairs.push_back({a, b, alike});
  }
  return pairs;
}

// ---- by words ----

std::string words_in_order(const Memory& memory) {
  std::string all = memory.name_space + "\n";
  for (const std::string& word : text::exact_words(memory.content)) all.append(word).append(" ");
  return all;
}

Result<std::vector<SimilarPair>> pairs_by_words(store::Reader& reader, Time now,
                                                const DuplicatesRequest& request,
                                                Duplicates& found) {
  std::unordered_map<std::string, std::vector<Key>> same;
  Filter filter;
  filter.name_space = request.name_space;
  TRY_VOID(store::each_matching(reader.memories, filter, [&](const Memory& memory) {
    if (!passes(memory, {}, now))
      return;
    ++found.compared;
    same[words_in_order(memory)].push_back(memory.key);
  }));
  std::vector<SimilarPair> pairs;
  for (const auto& [words, keys] : same)
    for (std::size_t i = 0; i < keys.size(); ++i)
      for (std::size_t j = i + 1; j < keys.size() && pairs.size() < max_pairs; ++j)
        pairs.push_back({std::min(keys[i], keys[j]), std::max(keys[i], keys[j]), 1});
  return pairs;
}

// ---- groups ----

// Nearest pairs first; a memory joins a group when it is near enough to all that are in it.
class Grouping {
 public:
  explicit Grouping(std::vector<SimilarPair> pairs) : pairs_(std::move(pairs)) {
    std::ranges::sort(pairs_, [](const SimilarPair& one, const SimilarPair& other) {
      return std::tuple(-one.similarity, one.a, one.b) <
             std::tuple(-other.similarity, other.a, other.b);
    });
    for (const SimilarPair& each : pairs_)
      near_.emplace(std::pair(each.a, each.b), each.similarity);
  }

  std::vector<std::vector<Key>> groups() {
    std::vector<std::vector<Key>> groups;
    std::unordered_map<Key, std::size_t> group_of;
    const auto join = [&](Key key, std::size_t group) {
      if (!std::ranges::all_of(groups[group], [&](Key each) { return of(key, each).has_value(); }))
        return;
      groups[group].push_back(key);
      group_of[key] = group;
    };
    for (const SimilarPair& each : pairs_) {
      const auto a = group_of.find(each.a), b = group_of.find(each.b);
      if (a == group_of.end() && b == group_of.end()) {
        group_of[each.a] = group_of[each.b] = groups.size();
        groups.push_back({each.a, each.b});
      } else if (a == group_of.end()) {
        join(each.a, b->second);
      } else if (b == group_of.end()) {
        join(each.b, a->second);
      }
    }
    return groups;
  }

  std::optional<double> of(Key a, Key b) const {
    const auto found = near_.find(std::minmax(a, b));
    return found == near_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  struct Hash {
    std::size_t operator()(const std::pair<Key, Key>& pair) const {
      const auto first = static_cast<std::uint64_t>(pair.first);
      return std::hash<std::uint64_t>()(first * 0x9E3779B97F4A7C15U +
                                        static_cast<std::uint64_t>(pair.second));
    }
  };
  std::vector<SimilarPair> pairs_;
  std::unordered_map<std::pair<Key, Key>, double, Hash> near_;
};

DuplicateGroup described(std::vector<Memory> memories, const Grouping& grouping) {
  DuplicateGroup group;
  std::ranges::sort(memories, is_kept_before);
  const Key kept = memories.front().key;
  const auto to_kept = [&](const Memory& memory) {
    return memory.key == kept ? 2.0 : grouping.of(memory.key, kept).value_or(0);
  };
  std::ranges::stable_sort(memories, std::ranges::greater(), to_kept);
  std::set<std::string_view> differs;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    group.to_kept.push_back(std::min(to_kept(memories[i]), 1.0));
    for (std::size_t j = i + 1; j < memories.size(); ++j) {
      group.similarity =
          std::min(group.similarity, grouping.of(memories[i].key, memories[j].key).value_or(0));
      for (const auto each : differences(memories[i].content, memories[j].content))
        differs.insert(each);
    }
  }
  group.differs.assign(differs.begin(), differs.end());
  group.memories = std::move(memories);
  return group;
}

}  // namespace

Result<Duplicates> find_duplicates(Engine& engine, const DuplicatesRequest& request) {
  const embed::Embedder* model = engine.embeddings.model();
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<Duplicates> {
    Duplicates found;
    found.by_model = model != nullptr;
    Grouping grouping(model ? TRY(pairs_by_vectors(reader, engine, *model, request, found))
                            : TRY(pairs_by_words(reader, now, request, found)));
    for (const auto& keys : grouping.groups()) {
      auto memories = TRY(reader.memories.by_keys(keys));
      std::erase_if(memories, [&](const Memory& each) {
        return follows_file(each) || !passes(each, {}, now);
      });
      if (memories.size() < 2)
        continue;
      if (++found.found <= request.max_groups)
        found.groups.push_back(described(std::move(memories), grouping));
    }
    return found;
  });
}

Result<std::vector<NearDuplicate>> near_duplicates(Engine& engine, const Memory& memory,
                                                   const NearRequest& request) {
  const embed::Embedder* model = engine.embeddings.model();
  std::vector<NearDuplicate> near;
  if (!model)
    return near;
  TextVectors here;
  TextVectors& made = request.made ? *request.made : here;
  if (const auto texts = text::texts_to_embed(memory); !are_of(made, *model, texts))
    made = {model->identity(), TRY(rows_at_hand(engine, *model, texts))};
  PassageVectors own;
  for (const store::VectorRow& row : made.rows)
    own.push_back(index::restore(row.head.scale, row.high, row.low));
  if (own.empty())
    return near;
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<NearDuplicate>> {
    const embed::Identity& identity = model->identity();
    const auto scope = TRY(scope_of(reader, request.name_space));
    std::set<Key> rough;
    store::Channel channel;
    {
      const auto view = TRY(engine.embeddings.passages().view(reader, {&identity, 1}));
      const Vectors& vectors = *view.passages.of(identity);
      channel = vectors.channel;
      std::vector<float> cosines(vectors.rows.size());
      for (const auto& passage : own) {
        vectors.rows.scores(passage, cosines);
        for (Row row = 0; row < cosines.size(); ++row)
          if (const store::PassageMeta& meta = view.passages.metas[row];
              cosines[row] >= static_cast<float>(request.above) - rough_margin && meta.key != 0 &&
              (request.name_space.empty() || scope.contains(std::int64_t{meta.name_space})))
            rough.insert(meta.key);
      }
    }
    const PassagesByKey passages = TRY(passages_of(reader, channel, rough));
    std::vector<std::pair<double, Key>> alike;
    for (const auto& [key, theirs] : passages)
      if (const double how = similarity(own, theirs); how > request.above || how >= 1)
        alike.emplace_back(-how, key);
    std::ranges::sort(alike);
    for (const auto& [how, key] : alike)
      for (Memory& other : TRY(reader.memories.by_keys({&key, 1})))
        if (other.id != request.except && passes(other, {}, now) && near.size() < request.limit) {
          auto differs = differences(memory.content, other.content);
          near.push_back({std::move(other), -how, std::move(differs)});
        }
    return std::move(near);
  });
}

}  // namespace aim::engine
