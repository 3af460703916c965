#include "engine/reflection_links.h"

#include <algorithm>

#include "engine/lookup/by_id.h"
#include "memory/link.h"
#include "memory/rules.h"
#include "store/links.h"
#include "store/memories.h"

namespace aim::engine {

Link reflection_link(Time time) {
  Link link;
  link.relation = name_of(Relation::reflects_on);
  link.created_at = link.valid_from = at(time);
  return link;
}

Error too_deep(std::string_view field, std::int64_t depth, std::int64_t limit) {
  return refuse(field, "would make a reflection of depth " + std::to_string(depth) +
                           "; the limit is " + std::to_string(limit) +
                           " (reflection.max_depth in config.toml)");
}

Result<void> admit_source(store::Writer& writer, const Engine& engine, const Memory& source,
                          const Memory& target) {
  if (TRY(writer.links.closes_cycle(source.key, target.key)))
    return Failure(conflict("the link would close a cycle: " + target.id + " already reflects on " +
                            source.id));
  const std::int64_t depth = target.reflection_depth + 1,
                     most = engine.options.max_reflection_depth;
  if (source.kind != MemoryKind::reflection || source.reflection_depth >= depth)
    return {};
  if (!TRY(writer.links.raise_depth(source.key, depth, most)))
    return Failure(too_deep("target_id", std::max(depth, most + 1), most));
  return {};
}

Result<void> relink(store::Writer& writer, const Memory& memory,
                    const std::vector<std::string>& source_ids, Time now) {
  for (const std::string& id : source_ids) {
    if (const auto source = TRY(writer.memories.find_by_id(id)))
      TRY(writer.links.add(memory.key, source->key, reflection_link(now)));
    else
      TRY_VOID(writer.links.put_lost_source(
          memory.key,
          TRY(writer.links.find_lost_source(id)).value_or(LostSource{id, "", at(now)})));
  }
  for (const Key reflection : TRY(writer.links.reflections_that_lost(memory.id)))
    TRY(writer.links.add(reflection, memory.key, reflection_link(now)));
  TRY(writer.links.break_cycles(memory.key));
  return writer.links.raise_depths(max_reflection_depth);
}

Result<void> settle_reflections(store::Writer& writer) {
  for (const store::Found& found : TRY(writer.links.found_again())) {
    TRY(writer.links.add(found.reflection, found.source, reflection_link(found.lost_at)));
    TRY(writer.links.break_cycles(found.reflection));
  }
  return writer.links.raise_depths(max_reflection_depth);
}

}  // namespace aim::engine
