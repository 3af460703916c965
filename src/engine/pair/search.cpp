#include <algorithm>
#include <unordered_map>

#include "engine/engine.h"
#include "engine/pair/filters.h"
#include "engine/pair/find.h"
#include "engine/search/signals.h"
#include "memory/filter.h"

namespace aim::engine::pair {
namespace {

struct Candidates {
  std::vector<Signals> signals;
  std::vector<std::pair<Place, Key>> places;  // of each
  std::int64_t without_vector = 0;
  engine::AskedBy by = engine::AskedBy::words;
};

void add(Candidates& all, Place place, engine::Gathered gathered, bool boosted) {
  for (std::size_t at = 0; at < gathered.keys.size(); ++at) {
    gathered.signals[at].boosted = boosted;
    all.signals.push_back(gathered.signals[at]);
    all.places.emplace_back(place, gathered.keys[at]);
  }
  all.by = std::max(all.by, gathered.by);
  all.without_vector += gathered.without_vector;
}

// Cosines of two models are not to be compared: what the better one did not make has none.
void drop_others(Candidates& all, std::size_t from, std::size_t to) {
  for (std::size_t at = from; at < to; ++at)
    if (all.signals[at].cosine) {
      all.signals[at].cosine.reset();
      ++all.without_vector;
    }
}

Result<Candidates> gather(const Stores& stores, const SearchRequest& request,
                          const std::string& project, std::vector<std::string>& warnings) {
  Candidates all;
  std::optional<Error> failure;
  std::size_t answered = 0;
  std::vector<std::tuple<std::size_t, std::size_t, engine::AskedBy>> parts;
  for (const Place place : places_of(stores, request.where)) {
    Engine& engine = *engine_at(stores, place);
    if (!engine.database.exists()) {
      ++answered;
      continue;
    }
    engine::SignalsRequest asked{
        request.query, filter_at(place, request.filters), {}, request.by_meaning};
    if (needs_reading(place, request.filters, project))
      asked.also = [&, place](const Memory& memory) {
        return holds(memory, place, request.filters, project);
      };
    auto gathered = engine::gather_signals(engine, asked);
    if (!gathered) {
      warnings.push_back(one_store_only(place, gathered.error()));
      failure = gathered.error();
      continue;
    }
    ++answered;
    const std::size_t from = all.signals.size();
    const auto by = gathered->by;
    add(all, place, std::move(*gathered),
        place == Place::project && request.where != Where::global);
    parts.emplace_back(from, all.signals.size(), by);
  }
  if (answered == 0 && failure)
    return Failure(*failure);
  // A store without a candidate says nothing of how the others are to be compared.
  auto best = engine::AskedBy::words;
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
engine::AskedBy would_ask(Engine& engine, bool by_meaning) {
  return !by_meaning                    ? engine::AskedBy::words
         : engine.embeddings.model()    ? engine::AskedBy::model
         : engine.embeddings.built_in() ? engine::AskedBy::built_in
                                        : engine::AskedBy::words;
}

Because why(Mode mode, Engine& engine, bool by_meaning) {
  if (mode == Mode::vector)
    return Because::nothing;
  if (by_meaning && engine.embeddings.model())
    return Because::not_embedded;
  return mode == Mode::built_in ? Because::no_model : Because::no_vectors;
}

Mode mode_of(engine::AskedBy by) {
  switch (by) {
    case engine::AskedBy::model:
      return Mode::vector;
    case engine::AskedBy::built_in:
      return Mode::built_in;
    case engine::AskedBy::words:
      return Mode::text;
  }
  return Mode::text;
}

}  // namespace

Result<SearchReply> search(const Stores& stores, const SearchRequest& request) {
  SearchReply reply;
  const std::string project = project_id(stores);
  const Time now = stores.global.clock.now();
  const Candidates all = TRY(gather(stores, request, project, reply.warnings));
  // Some more than are shown, as some may be overridden.
  const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(1, request.limit)) * 2;
  Weighing weighing = weigh(all.signals, request.weights, request.min_similarity, now, wanted);
  if (all.signals.empty()) {
    reply.mode = mode_of(would_ask(stores.global, request.by_meaning));
  } else {
    reply.mode = weighing.by_vectors ? mode_of(all.by) : Mode::text;
    reply.because = why(reply.mode, stores.global, request.by_meaning);
  }
  if (weighing.by_vectors && all.without_vector > 0)
    reply.warnings.push_back(std::to_string(all.without_vector) +
                             (all.without_vector == 1 ? " memory has" : " memories have") +
                             " no vector yet");
  for (std::size_t next = 0; next < weighing.weighed.size(); ++next) {
    if (static_cast<std::int64_t>(reply.hits.size()) >= request.limit)
      break;
    if (next == weighing.in_order)
      put_in_order(weighing, all.signals, 4 * next);
    const Weighed& weighed = weighing.weighed[next];
    const auto& [place, key] = all.places[weighed.at];
    Engine& engine = *engine_at(stores, place);
    auto memory = TRY(engine::read_memories(engine, {key}));
    if (memory.empty())
      continue;
    PairHit hit{{std::move(memory.front()), place}, weighed};
    if (place == Place::global && request.where == Where::both)
      if (const auto other = overriding(stores, hit.placed.memory);
          other && *other && passes(**other, filter_at(Place::project, request.filters), now) &&
          holds(**other, Place::project, request.filters, project)) {
        if (!request.include_overridden) {
          ++reply.overridden;
          continue;
        }
        hit.overridden_by = (*other)->id;
      }
    if (engine.touches.first_uses().add(request.session, request.query, key))
      engine.touches.add(key, now);
    reply.hits.push_back(std::move(hit));
  }
  return reply;
}

}  // namespace aim::engine::pair
