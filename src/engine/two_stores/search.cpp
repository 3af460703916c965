#include "base/numbers.h"
#include "engine/engine.h"
#include "engine/search/asked_once.h"
#include "engine/search/recall.h"
#include "engine/two_stores/asking.h"
#include "engine/two_stores/find.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "memory/filter.h"
#include "memory/score.h"

namespace aim::engine::two_stores {
namespace {

// A memory of either store, not read yet.
struct RankedHit {
  StoreKind place;
  Key key;
  Weighed weighed;
  std::vector<Factor> factors = {};
};

// Hits of two stores by the core's own ranking: each store answers a recall of its own, and scores
// of recalls mean the same in every store.
struct RelevantOnes {
  std::vector<RankedHit> memories;  // best first
  AskedBy by = AskedBy::words;
  bool all = true;            // no more would be found
  std::int64_t left_out = 0;  // below the least score
};

struct RelevanceAsked {
  std::size_t wanted;
  AskedOnce& once;
};

constexpr std::int64_t wider = 8;  // where filters refuse most of what was read

AskedBy asked_by(const engine::Found& found) {
  return !found.by_meaning      ? AskedBy::words
         : found.model_coverage ? AskedBy::model
         : found.table_coverage ? AskedBy::built_in
                                : AskedBy::words;
}

Result<void> add_from(Engine& engine, StoreKind place, const FindRequest& request,
                      const std::string& project, const RelevanceAsked& asked, RelevantOnes& out) {
  engine::Query query;
  query.text = request.query;
  query.filter = filter_at(place, request.filters);
  query.ranking = Ranking::relevance;
  query.by_meaning = request.by_meaning;
  query.noted = false;  // that is for who shows them
  if (request.min_similarity > 0 || request.include_weak)
    query.min_score = request.min_similarity;
  const double boost = place == StoreKind::project ? request.weights.project_boost : 0;
  // The profile has no standards: what the core has set as one is found as others are.
  for (query.limit = static_cast<std::int64_t>(asked.wanted);; query.limit *= wider) {
    auto found = TRY(engine::recall(engine, query, &asked.once, false));
    const bool all = std::ssize(found.hits) < query.limit;
    std::erase_if(found.hits, [&](const engine::Hit& hit) {
      return !holds(hit.memory, place, request.filters, project);
    });
    if (!all && found.hits.size() < asked.wanted)
      continue;
    out.by = std::max(out.by, asked_by(found));
    out.all = out.all && all;
    out.left_out += found.left_out;
    for (engine::Hit& hit : found.hits) {
      RankedHit one{place, hit.memory.key, {}, std::move(hit.score.factors)};
      one.weighed.score = hit.score.total + boost;
      one.weighed.boost = boost;
      out.memories.push_back(std::move(one));
    }
    return {};
  }
}

// At least so many as wanted of each store where there are so many. Errors: those of the databases,
// when both fail; a warning when one does.
Result<RelevantOnes> by_relevance(const Stores& stores, const FindRequest& request,
                                  const std::string& project, const RelevanceAsked& asked,
                                  std::vector<std::string>& warnings) {
  RelevantOnes out;
  TRY_VOID(ask_each(stores, request.where, warnings, [&](Engine& engine, StoreKind place) {
    return add_from(engine, place, request, project, asked, out);
  }));
  std::ranges::stable_sort(out.memories, std::ranges::greater(),
                           [](const RankedHit& each) { return each.weighed.score; });
  return out;
}

struct RankedRows {
  std::vector<Signals> signals;
  std::vector<std::pair<StoreKind, Key>> places;  // of each
  std::int64_t without_vector = 0;
  AskedBy by = AskedBy::words;
};

void add(RankedRows& all, StoreKind place, engine::Gathered gathered, bool boosted) {
  all.signals.reserve(all.signals.size() + gathered.keys.size());
  all.places.reserve(all.places.size() + gathered.keys.size());
  for (std::size_t at = 0; at < gathered.keys.size(); ++at) {
    gathered.signals[at].boosted = boosted;
    all.signals.push_back(gathered.signals[at]);
    all.places.emplace_back(place, gathered.keys[at]);
  }
  all.by = std::max(all.by, gathered.by);
  all.without_vector += gathered.without_vector;
}

// Cosines of two models are not to be compared: what the better one did not make has none.
void drop_others(RankedRows& all, std::size_t from, std::size_t to) {
  for (std::size_t at = from; at < to; ++at)
    if (all.signals[at].cosine) {
      all.signals[at].cosine.reset();
      ++all.without_vector;
    }
}

Result<RankedRows> gather(const Stores& stores, const FindRequest& request,
                          const std::string& project, std::vector<std::string>& warnings) {
  RankedRows all;
  std::vector<std::tuple<std::size_t, std::size_t, AskedBy>> parts;
  AskedOnce once;
  const auto add_from = [&](Engine& engine, StoreKind place) -> Result<void> {
    engine::SignalsRequest asked{
        request.query, filter_at(place, request.filters), {}, request.by_meaning, &once};
    if (needs_reading(place, request.filters, project))
      asked.also = [&, place](const Memory& memory) {
        return holds(memory, place, request.filters, project);
      };
    auto gathered = TRY(engine::gather_signals(engine, asked));
    const std::size_t from = all.signals.size();
    const auto by = gathered.by;
    add(all, place, std::move(gathered),
        place == StoreKind::project && request.where != StoreChoice::global);
    parts.emplace_back(from, all.signals.size(), by);
    return {};
  };
  TRY_VOID(ask_each(stores, request.where, warnings, add_from));
  // A store without a candidate says nothing of how the others are to be compared.
  auto best = AskedBy::words;
  for (const auto& [from, to, by] : parts)
    if (from < to)
      best = std::max(best, by);
  for (const auto& [from, to, by] : parts)
    if (by != best)
      drop_others(all, from, to);
  if (!all.signals.empty())
    all.by = best;
  return all;
}

// Stores that hold nothing are answered by what would be asked.
AskedBy would_ask(Engine& engine, bool by_meaning) {
  return !by_meaning                    ? AskedBy::words
         : engine.embeddings.model()    ? AskedBy::model
         : engine.embeddings.built_in() ? AskedBy::built_in
                                        : AskedBy::words;
}

Because why(AskedBy by, Engine& engine, bool by_meaning) {
  if (by == AskedBy::model)
    return Because::nothing;
  if (by_meaning && engine.embeddings.model())
    return Because::not_embedded;
  return by == AskedBy::built_in ? Because::no_model : Because::no_vectors;
}

Result<std::vector<RankedHit>> by_weights(const Stores& stores, const FindRequest& request,
                                          const std::string& project, Time now, FindReply& reply) {
  const RankedRows all = TRY(gather(stores, request, project, reply.warnings));
  Weights weights = request.weights;
  if (request.include_weak)
    weights.floor = 0;
  const Weighing weighing =
      weigh(all.signals, weights, request.min_similarity, now,
            all.by == AskedBy::built_in ? CosinesBy::table : CosinesBy::model);
  if (all.signals.empty()) {
    reply.by = would_ask(stores.global, request.by_meaning);
  } else {
    reply.by = weighing.by_vectors ? all.by : AskedBy::words;
    reply.because = why(reply.by, stores.global, request.by_meaning);
  }
  if (weighing.by_vectors && all.without_vector > 0)
    reply.warnings.push_back(counted(all.without_vector, "memory has", "memories have") +
                             " no vector yet");
  const auto room = static_cast<std::size_t>(request.limit);
  reply.left_out = static_cast<std::int64_t>(
      std::min(weighing.left_out, room - std::min(room, weighing.weighed.size())));
  std::vector<RankedHit> ranked;
  ranked.reserve(weighing.weighed.size());
  for (const Weighed& each : weighing.weighed)
    ranked.push_back({all.places[each.at].first, all.places[each.at].second, each});
  return ranked;
}

// A memory that may be shown, and what hides it: nothing, or that could not be told.
struct ShownHit {
  const RankedHit* ranked;
  Memory memory;
  std::optional<Memory> hidden_by = std::nullopt;
};

// Those of the next that are still there, each store asked once.
Result<std::vector<ShownHit>> read_next(const Stores& stores, bool may_hide,
                                        std::span<const RankedHit> next) {
  std::map<std::pair<StoreKind, Key>, Memory> read;
  for (const StoreKind place : {StoreKind::project, StoreKind::global}) {
    std::vector<Key> keys;
    for (const RankedHit& each : next)
      if (each.place == place)
        keys.push_back(each.key);
    if (keys.empty())
      continue;
    for (Memory& memory : TRY(engine::read_memories(*engine_at(stores, place), keys)))
      read.emplace(std::pair(place, memory.key), std::move(memory));
  }
  std::vector<ShownHit> shown;
  for (const RankedHit& each : next)
    if (const auto found = read.find({each.place, each.key}); found != read.end())
      shown.push_back({&each, std::move(found->second)});
  if (!may_hide)
    return shown;
  std::vector<const Memory*> global;
  for (const ShownHit& each : shown)
    if (each.ranked->place == StoreKind::global)
      global.push_back(&each.memory);
  // A project's store that cannot be read hides nothing.
  if (auto hidden_by = overriding_each(stores, global)) {
    auto next_hidden = hidden_by->begin();
    for (ShownHit& each : shown)
      if (each.ranked->place == StoreKind::global)
        each.hidden_by = std::move(*next_hidden++);
  }
  return shown;
}

// The best of them that no memory of the project hides.
Result<void> choose(const Stores& stores, const FindRequest& request, const std::string& project,
                    Time now, std::span<const RankedHit> ranked, FindReply& reply) {
  const auto left = [&] {
    return static_cast<std::size_t>(
        std::max<std::int64_t>(request.limit - static_cast<std::int64_t>(reply.hits.size()), 0));
  };
  while (!ranked.empty() && left() > 0) {
    const auto next = ranked.first(std::min(ranked.size(), left()));
    ranked = ranked.subspan(next.size());
    for (ShownHit& each : TRY(read_next(stores, request.where == StoreChoice::both, next))) {
      PairHit hit{
          {std::move(each.memory), each.ranked->place}, each.ranked->weighed, each.ranked->factors};
      if (each.hidden_by &&
          passes(*each.hidden_by, filter_at(StoreKind::project, request.filters), now) &&
          holds(*each.hidden_by, StoreKind::project, request.filters, project)) {
        if (!request.include_overridden) {
          ++reply.overridden;
          continue;
        }
        hit.overridden_by = each.hidden_by->id;
      }
      reply.hits.push_back(std::move(hit));
    }
  }
  return {};
}

// More are asked for where too many of the best are hidden.
Result<FindReply> search_by_relevance(const Stores& stores, const FindRequest& request,
                                      const std::string& project, Time now) {
  AskedOnce once;
  for (auto wanted = static_cast<std::size_t>(request.limit) + 1;;
       wanted *= static_cast<std::size_t>(wider)) {
    FindReply reply;
    auto found = TRY(by_relevance(stores, request, project, {wanted, once}, reply.warnings));
    reply.by = found.memories.empty() ? would_ask(stores.global, request.by_meaning) : found.by;
    if (!found.memories.empty())
      reply.because = why(reply.by, stores.global, request.by_meaning);
    reply.left_out = found.left_out;
    TRY_VOID(choose(stores, request, project, now, found.memories, reply));
    if (found.all || static_cast<std::int64_t>(reply.hits.size()) >= request.limit)
      return reply;
  }
}

}  // namespace

Result<FindReply> search(const Stores& stores, const FindRequest& request) {
  FindReply reply;
  const std::string project = project_id(stores);
  const Time now = stores.global.clock.now();
  if (request.query.find('\0') != request.query.npos) {  // nothing holds one (S37)
    reply.by = would_ask(stores.global, request.by_meaning);
  } else if (request.by_relevance) {
    reply = TRY(search_by_relevance(stores, request, project, now));
  } else {
    const auto ranked = TRY(by_weights(stores, request, project, now, reply));
    TRY_VOID(choose(stores, request, project, now, ranked, reply));
  }
  for (const PairHit& hit : reply.hits) {
    Engine& engine = *engine_at(stores, hit.placed.place);
    if (engine.touches.first_uses().add(request.session, request.query, hit.placed.memory.key))
      engine.touches.add(hit.placed.memory.key, now);
  }
  return reply;
}

}  // namespace aim::engine::two_stores
