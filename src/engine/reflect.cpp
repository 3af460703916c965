#include "engine/reflect.h"

#include <algorithm>

#include "engine/ids.h"
#include "memory/link.h"
#include "memory/rules.h"
#include "store/sqlite/links.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reflections.h"

namespace aim::engine {
namespace {

constexpr std::string_view relation = name_of(Relation::reflects_on);

Link link_made_at(Time time) {
  Link link;
  link.relation = relation;
  link.created_at = link.valid_from = at(time);
  return link;
}

Error too_deep(std::string_view field, std::int64_t depth, std::int64_t limit) {
  return refuse(field, "would make a reflection of depth " + std::to_string(depth) +
                           "; the limit is " + std::to_string(limit) +
                           " (reflection.max_depth in config.toml)");
}

Result<std::vector<Memory>> find_sources(store::Connection& connection,
                                         const std::vector<std::string>& ids, Time now) {
  std::vector<Memory> sources;
  for (const std::string& id : ids) {
    Memory memory = TRY(find_memory(connection, id, "source memory"));
    // Storing may collect it.
    if (memory.expires_at && memory.expires_at->time <= now)
      return Failure(missing("source memory not found: it has expired and waits for collection: " +
                             memory.id));
    if (std::any_of(sources.begin(), sources.end(),
                    [&](const Memory& each) { return each.key == memory.key; }))
      return Failure(
          refuse("source_ids", "must name different memories; " + memory.id + " is named twice"));
    sources.push_back(std::move(memory));
  }
  return sources;
}

std::int64_t depth_above(const std::vector<Memory>& sources) {
  std::int64_t deepest = 0;
  for (const Memory& each : sources) deepest = std::max(deepest, each.reflection_depth);
  return deepest + 1;
}

// Its links become those to `sources`, whatever they were.
Result<void> point_at(store::Connection& connection, const Engine& engine, const Memory& reflection,
                      const std::vector<Memory>& sources, Time now) {
  const auto above = TRY(store::above(connection, reflection.key));
  for (const Memory& each : sources) {
    if (each.key == reflection.key)
      return Failure(conflict("a reflection cannot be its own source: the title \"" +
                              reflection.title + "\" belongs to " + each.id));
    if (std::find(above.begin(), above.end(), each.key) != above.end())
      return Failure(conflict("it would close a cycle: the source " + each.id +
                              " reflects on the memory of that title, " + reflection.id));
  }
  for (const Key old : TRY(store::sources_of(connection, reflection.key)))
    if (std::none_of(sources.begin(), sources.end(),
                     [&](const Memory& each) { return each.key == old; }))
      TRY(store::remove_link(connection, reflection.key, old, relation, now));
  TRY_VOID(store::clear_lost_sources(connection, reflection.key, now));
  for (const Memory& each : sources)
    TRY(store::add_link(connection, reflection.key, each.key, link_made_at(now)));
  // Those that reflect on it may now be deeper.
  const std::int64_t most = engine.options.max_reflection_depth;
  if (!TRY(store::raise_depth(connection, reflection.key, reflection.reflection_depth, most)))
    return Failure(too_deep("source_ids", most + 1, most));
  return {};
}

}  // namespace

Result<Reflected> reflect(Engine& engine, Draft draft, const std::vector<std::string>& source_ids) {
  TRY_VOID(check_count(rule::source_ids, "source_ids", source_ids.size()));
  const Time now = engine.clock.now();
  if (draft.name_space.empty())
    draft.name_space =
        TRY(engine.database.read([&](store::Connection& connection) -> Result<std::string> {
          return TRY(find_memory(connection, source_ids.front(), "source memory")).name_space;
        }));
  std::vector<Memory> sources;
  Together together;
  together.prepare = [&](store::Connection& connection, Draft& prepared) -> Result<void> {
    sources = TRY(find_sources(connection, source_ids, now));
    prepared.kind = MemoryKind::reflection;
    prepared.reflection_depth = depth_above(sources);
    const std::int64_t most = engine.options.max_reflection_depth;
    if (prepared.reflection_depth > most)
      return Failure(too_deep("source_ids", prepared.reflection_depth, most));
    return {};
  };
  together.finish = [&](store::Connection& connection, const Memory& memory) {
    return point_at(connection, engine, memory, sources, now);
  };
  Reflected reflected{TRY(remember(engine, draft, together)), {}};
  for (Memory& each : sources) reflected.source_ids.push_back(std::move(each.id));
  return reflected;
}

Result<void> admit_source(store::Connection& connection, const Engine& engine, const Memory& source,
                          const Memory& target) {
  if (TRY(store::closes_cycle(connection, source.key, target.key)))
    return Failure(conflict("the link would close a cycle: " + target.id + " already reflects on " +
                            source.id));
  const std::int64_t depth = target.reflection_depth + 1,
                     most = engine.options.max_reflection_depth;
  if (source.kind != MemoryKind::reflection || source.reflection_depth >= depth)
    return {};
  if (!TRY(store::raise_depth(connection, source.key, depth, most)))
    return Failure(too_deep("target_id", std::max(depth, most + 1), most));
  return {};
}

Result<void> relink(store::Connection& connection, const Memory& memory,
                    const std::vector<std::string>& source_ids, Time now) {
  for (const std::string& id : source_ids) {
    if (const auto source = TRY(store::find_by_id(connection, id)))
      TRY(store::add_link(connection, memory.key, source->key, link_made_at(now)));
    else
      TRY_VOID(store::put_lost_source(
          connection, memory.key,
          TRY(store::find_deleted(connection, id)).value_or(LostSource{id, "", at(now)})));
  }
  for (const Key reflection : TRY(store::losers_of(connection, memory.id)))
    TRY(store::add_link(connection, reflection, memory.key, link_made_at(now)));
  TRY(store::break_cycles(connection, memory.key));
  return store::raise_depths(connection, max_reflection_depth);
}

Result<void> settle_reflections(store::Connection& connection) {
  for (const store::Found& found : TRY(store::found_again(connection))) {
    TRY(store::add_link(connection, found.reflection, found.source, link_made_at(found.lost_at)));
    TRY(store::break_cycles(connection, found.reflection));
  }
  return store::raise_depths(connection, max_reflection_depth);
}

}  // namespace aim::engine
