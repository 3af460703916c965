#include "engine/reflect.h"

#include "engine/lookup/by_id.h"
#include "engine/relate.h"
#include "memory/link.h"
#include "memory/rules.h"
#include "store/links.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

constexpr std::string_view relation = name_of(Relation::reflects_on);

std::int64_t depth_above(const std::vector<Memory>& sources) {
  std::int64_t deepest = 0;
  for (const Memory& each : sources) deepest = std::max(deepest, each.reflection_depth);
  return deepest + 1;
}

// Its links become those to `sources`, whatever they were.
Result<void> point_at(store::Writer& writer, const Engine& engine, const Memory& reflection,
                      const std::vector<Memory>& sources, Time now) {
  const auto above = TRY(writer.links.reflections_above(reflection.key));
  for (const Memory& each : sources) {
    if (each.key == reflection.key)
      return Failure(conflict("a reflection cannot be its own source: the title \"" +
                              reflection.title + "\" belongs to " + each.id));
    if (std::find(above.begin(), above.end(), each.key) != above.end())
      return Failure(conflict("it would close a cycle: the source " + each.id +
                              " reflects on the memory of that title, " + reflection.id));
  }
  for (const Key old : TRY(writer.links.sources_of(reflection.key)))
    if (std::none_of(sources.begin(), sources.end(),
                     [&](const Memory& each) { return each.key == old; }))
      TRY(writer.links.remove(reflection.key, old, relation, now));
  TRY_VOID(writer.links.clear_lost_sources(reflection.key, now));
  for (const Memory& each : sources)
    TRY(writer.links.add(reflection.key, each.key, reflection_link(now)));
  // Those that reflect on it may now be deeper.
  const std::int64_t most = engine.options.max_reflection_depth;
  if (!TRY(writer.links.raise_depth(reflection.key, reflection.reflection_depth, most)))
    return Failure(too_deep("source_ids", most + 1, most));
  return {};
}

}  // namespace

Result<Reflected> reflect(Engine& engine, Draft draft, const std::vector<std::string>& source_ids) {
  TRY_VOID(check_count(rule::source_ids, "source_ids", source_ids.size()));
  const Time now = engine.clock.now();
  if (draft.name_space.empty())
    draft.name_space = TRY(engine.database.read([&](store::Reader& reader) -> Result<std::string> {
      return TRY(find_memory(reader, source_ids.front(), "source memory")).name_space;
    }));
  std::vector<Memory> sources;
  TransactionHooks together;
  together.prepare = [&](store::Reader& reader, Memory& prepared) -> Result<void> {
    sources = TRY(find_different(source_ids, "source_ids", [&](const std::string& id) {
      return find_living_memory(reader, id, now, "source memory");
    }));
    prepared.kind = MemoryKind::reflection;
    prepared.reflection_depth = depth_above(sources);
    const std::int64_t most = engine.options.max_reflection_depth;
    if (prepared.reflection_depth > most)
      return Failure(too_deep("source_ids", prepared.reflection_depth, most));
    return {};
  };
  together.finish = [&](store::Writer& writer, const Memory& memory) {
    return point_at(writer, engine, memory, sources, now);
  };
  Reflected reflected{TRY(remember(engine, draft, together)), {}};
  for (Memory& each : sources) reflected.source_ids.push_back(std::move(each.id));
  return reflected;
}

}  // namespace aim::engine
