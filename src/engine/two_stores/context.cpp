#include "engine/two_stores/context.h"

#include <cmath>

#include "engine/engine.h"
#include "engine/two_stores/asking.h"
#include "engine/two_stores/find.h"
#include "memory/filter.h"
#include "memory/metadata.h"
#include "memory/priority_names.h"
#include "memory/score.h"
#include "store/memories.h"
#include "store/search.h"

namespace aim::engine::two_stores {
namespace {

constexpr double of_priority = 0.4, of_project = 0.3, of_recency = 0.2, of_usage = 0.1;
constexpr double from_project = 0.5;  // of a global memory that came from this project
constexpr std::size_t short_id_bytes = 8, read_at_least = 40, read_times = 6;

struct RatedMemory {
  StoreKind place = StoreKind::global;
  Key key = 0;
  Band band = Band::normal;
  double score = 0;
};

// LOW ones wait to be asked for.
Result<void> add_of(Engine& engine, StoreKind place, const ContextRequest& request,
                    std::vector<RatedMemory>& all) {
  const Time now = engine.clock.now();
  const auto rows = TRY(
      engine.database.read([&](store::Reader& reader) -> Result<std::vector<store::UseSignals>> {
        return reader.search.use_signals(filter_at(place, {}), now);
      }));
  std::int64_t most = 0;
  for (const auto& row : rows) most = std::max(most, row.access_count);
  for (const auto& row : rows) {
    const Band band = band_of(row.priority);
    if (band == Band::low)
      continue;
    const double usage = most > 0 ? std::log1p(static_cast<double>(row.access_count)) /
                                        std::log1p(static_cast<double>(most))
                                  : 0;
    all.push_back({place, row.key, band,
                   of_priority * weight_of(band) + (place == StoreKind::project ? of_project : 0) +
                       of_recency * recency(row.created_at, now, request.half_life_days) +
                       of_usage * usage});
  }
  return {};
}

bool is_better(const RatedMemory& a, const RatedMemory& b) {
  if ((a.band == Band::core) != (b.band == Band::core))
    return a.band == Band::core;
  return a.score != b.score ? a.score > b.score : a.key > b.key;
}

bool came_from(const Memory& memory, const std::string& project) {
  return !project.empty() && text_member(memory.metadata, project_key) == project;
}

Result<std::string> short_id(const Stores& stores, const Memory& memory) {
  std::set<std::string> alike;
  for (const auto& [place, engine] : existing_stores(stores)) {
    auto ids = engine.database.read([&](store::Reader& reader) {
      return reader.memories.ids_with_prefix(memory.id.substr(0, short_id_bytes), 20);
    });
    if (ids)
      alike.insert(ids->begin(), ids->end());
  }
  alike.erase(memory.id);
  std::size_t bytes = std::min(short_id_bytes, memory.id.size());
  const auto is_shared = [&](const std::string& other) {
    return other.starts_with(memory.id.substr(0, bytes));
  };
  while (bytes < memory.id.size() && std::ranges::any_of(alike, is_shared)) ++bytes;
  return memory.id.substr(0, bytes);
}

struct Read {
  RatedMemory candidate;
  Memory memory;
};

// The best of them in full, with what only their texts tell: where a global one came from, what
// hides it.
Result<std::vector<Read>> read_best(const Stores& stores, const ContextRequest& request,
                                    const std::vector<RatedMemory>& sorted) {
  const std::string project = stores.project ? project_id(stores) : std::string();
  const std::size_t most =
      std::max(read_at_least, static_cast<std::size_t>(request.limit) * read_times);
  std::vector<Read> found;
  for (const RatedMemory& each : sorted) {
    if (found.size() >= most)
      break;
    Engine& engine = *engine_at(stores, each.place);
    auto memories = TRY(engine.database.read(
        [&](store::Reader& reader) { return reader.memories.by_keys(std::span(&each.key, 1)); }));
    if (memories.empty() || !passes(memories.front(), {}, engine.clock.now()))
      continue;
    Read read{each, std::move(memories.front())};
    if (each.place == StoreKind::global) {
      const bool ours = came_from(read.memory, project);
      if (stores.project && !ours && each.band == Band::normal)
        continue;
      read.candidate.score += ours ? of_project * from_project : 0;
      if (const auto other = overriding(stores, read.memory); other && *other)
        continue;
    }
    if (std::ranges::find(request.except, read.memory.id) == request.except.end())
      found.push_back(std::move(read));
  }
  std::ranges::stable_sort(
      found, [](const Read& a, const Read& b) { return is_better(a.candidate, b.candidate); });
  return found;
}

}  // namespace

Result<std::int64_t> memories_in(Engine& engine) {
  if (!engine.database.exists())
    return 0;
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<std::int64_t> {
    return static_cast<std::int64_t>(TRY(reader.search.use_signals({}, now)).size());
  });
}

Result<bool> has_source(Engine& engine, const std::string& source) {
  if (!engine.database.exists())
    return false;
  Filter filter;
  filter.sources = {source};
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<bool> {
    return !TRY(reader.memories.list(filter, now, {.limit = 1})).empty();
  });
}

Result<ContextReply> session_context(const Stores& given, const ContextRequest& request) {
  Stores stores = given;
  if (stores.untrusted)
    stores.project = nullptr;
  ContextReply reply;
  std::vector<RatedMemory> all;
  const auto failed =
      TRY(ask_each(stores, StoreChoice::both, reply.warnings, [&](Engine& engine, StoreKind place) {
        return add_of(engine, place, request, all);
      }));
  if (all.empty() && !failed.empty())
    return Failure(failed.back().error);
  if (!failed.empty() && failed.front().place == StoreKind::project)
    stores.project = nullptr;
  // A global one may still gain by where it came from; enough are read for that.
  std::ranges::sort(all, is_better);
  auto found = TRY(read_best(stores, request, all));
  const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(request.limit, 0));
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (at >= limit) {
      reply.more_weighty += found[at].candidate.band >= Band::high ? 1 : 0;
      continue;
    }
    reply.short_ids.push_back(TRY(short_id(stores, found[at].memory)));
    reply.memories.push_back({std::move(found[at].memory), found[at].candidate.place});
  }
  return reply;
}

}  // namespace aim::engine::two_stores
