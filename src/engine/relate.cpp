#include "engine/relate.h"

#include "engine/audit/events.h"
#include "engine/lookup/by_id.h"
#include "engine/search/valid_time.h"
#include "engine/usage/touch_queue.h"
#include "engine/write_step.h"
#include "memory/rules.h"
#include "store/links.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

Linked ids_of(const Ends& ends) {
  return {ends.source.id, ends.target.id};
}

// A change that comes with a link has its time, unless that is before the state it changes.
Time time_of_link(const Memory& memory, Time now) {
  return now < memory.updated_at.time ? time_of_change(memory, now) : now;
}

// Whether it had no end. A memory of another namespace ends nothing: who sees the older one alone
// must not learn from it of the newer.
bool close_validity(Memory& older, const Memory& newer, Time now) {
  if (older.valid_until || older.name_space != newer.name_space)
    return false;
  const Timestamp end = newer.valid_from.value_or(at(now));
  if (older.valid_from && end.time < older.valid_from->time)
    return false;
  older.valid_until = end;
  return true;
}

}  // namespace

Result<void> end_validity(store::Writer& writer, const Memory& older, const Memory& newer,
                          Time now) {
  Memory ended = older;
  if (!close_validity(ended, newer, now))
    return {};
  ended.updated_at = at(time_of_link(older, now));
  return writer.memories.replace(older, ended);
}

Result<Ends> find_ends(store::Reader& reader, const std::string& source, std::string_view source_is,
                       const std::string& target, std::string_view target_is) {
  Ends ends;
  ends.source = TRY(find_memory(reader, source, source_is));
  ends.target = TRY(find_memory(reader, target, target_is));
  if (ends.source.key == ends.target.key)
    return Failure(refuse(std::string(target_is.substr(0, target_is.find(' '))) + "_id",
                          "must be another memory: a memory cannot be linked to itself"));
  return ends;
}

Result<std::optional<Link>> link(store::Writer& writer, const Ends& ends, Relation relation,
                                 Time now) {
  Link fresh{ends.source.id, ends.target.id, std::string(name_of(relation)), at(now), at(now)};
  const bool added = TRY(writer.links.add(ends.source.key, ends.target.key, fresh));
  return added ? std::optional(std::move(fresh)) : std::nullopt;
}

Result<std::optional<Link>> unlink(store::Writer& writer, const Engine& engine, const Ends& ends,
                                   Relation relation, Time now) {
  const std::string_view name = name_of(relation);
  auto found = TRY(writer.links.find(ends.source.id, ends.target.id, name));
  if (!found || !TRY(writer.links.remove(ends.source.key, ends.target.key, name, now)))
    return std::optional<Link>();
  TRY_VOID(record_link_removed(writer, engine, ends.source.id, ends.target.id, name));
  // The end that the link has set goes with it.
  Memory open = ends.target;
  if (relation == Relation::supersedes && open.valid_until &&
      (open.valid_until->time == found->created_at.time ||
       open.valid_until == ends.source.valid_from)) {
    open.valid_until.reset();
    open.updated_at = at(time_of_link(ends.target, now));
    TRY_VOID(writer.memories.replace(ends.target, open));
  }
  return found;
}

Result<Linked> add_link(Engine& engine, const std::string& source, const std::string& target,
                        Relation relation) {
  const Time now = engine.clock.now();
  return write_step(engine, "link", [&](store::Writer& writer) -> Result<Linked> {
    const Ends ends = TRY(find_ends(writer, source, "source memory", target, "target memory"));
    if (relation == Relation::reflects_on)
      TRY_VOID(admit_source(writer, engine, ends.source, ends.target));
    const auto added = TRY(link(writer, ends, relation, now));
    if (!added)
      return ids_of(ends);
    if (relation == Relation::supersedes)
      TRY_VOID(end_validity(writer, ends.target, ends.source, now));
    return ids_of(ends);
  });
}

Result<Linked> remove_link(Engine& engine, const std::string& source, const std::string& target,
                           Relation relation) {
  const Time now = engine.clock.now();
  return write_step(engine, "unlink", [&](store::Writer& writer) -> Result<Linked> {
    const Ends ends = TRY(find_ends(writer, source, "source memory", target, "target memory"));
    const auto removed = TRY(unlink(writer, engine, ends, relation, now));
    if (!removed)
      return Failure(missing("no such link: " + ends.source.id + " " +
                             std::string(name_of(relation)) + " " + ends.target.id));
    return ids_of(ends);
  });
}

Result<std::vector<Link>> links_of(Engine& engine, const std::string& id) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Link>> {
    const auto memory = find_memory(reader, id);
    if (!memory && memory.error().code == Code::not_found)
      return std::vector<Link>();
    if (!memory)
      return Failure(memory.error());
    return reader.links.of(memory->key);
  });
}

Result<void> note_standing(store::Reader& reader, std::span<Memory* const> memories,
                           const ValidTime& asked) {
  std::vector<Key> keys;
  for (const Memory* each : memories) keys.push_back(each->key);
  const auto ids = TRY(reader.links.superseded_by(keys));
  for (Memory* each : memories)
    if (const auto id = ids.find(each->key); id != ids.end())
      each->superseded_by = id->second;
  const auto others = TRY(reader.links.contradicted_by(keys));
  for (Memory* each : memories)
    if (const auto id = others.find(each->key); id != others.end())
      each->contradicted_by = id->second;
  for (Memory* each : memories)
    if (each->superseded_by.empty())  // which says it
      each->former = asked.former(*each);
  return {};
}

Result<MemoryAndLinks> get(Engine& engine, const std::string& id) {
  return engine.database.read([&](store::Reader& reader) -> Result<MemoryAndLinks> {
    Memory memory = TRY(find_memory(reader, id));
    Memory* const itself = &memory;
    TRY_VOID(note_standing(reader, {&itself, 1}, ValidTime(engine.clock.now())));
    auto links = TRY(reader.links.of(memory.key));
    auto lost = TRY(reader.links.lost_sources_of(memory.key));
    return MemoryAndLinks{std::move(memory), std::move(links), std::move(lost)};
  });
}

namespace {

// Leaves the ends as they were.
Result<std::optional<Link>> supersede(store::Writer& writer, const Ends& ends, Time now) {
  auto added = TRY(link(writer, ends, Relation::supersedes, now));
  Memory beaten = ends.target;
  beaten.priority = 1;
  beaten.reinforcement = 0;
  beaten.confidence = 0.1;
  beaten.updated_at = at(time_of_link(ends.target, now));
  close_validity(beaten, ends.source, now);
  TRY_VOID(writer.memories.replace(ends.target, beaten));
  return added;
}

}  // namespace

Result<Linked> resolve(Engine& engine, const std::string& winner, const std::string& loser) {
  const Time now = engine.clock.now();
  const Ends ends = TRY(write_step(engine, "settle", [&](store::Writer& writer) -> Result<Ends> {
    const Ends both = TRY(find_ends(writer, winner, "winner", loser, "loser"));
    TRY(supersede(writer, both, now));
    return both;
  }));
  engine.touches.add(ends.source.key, now);
  return ids_of(ends);
}

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
  const auto lost_by = TRY(writer.links.reflections_that_lost(memory.id));
  if (source_ids.empty() && lost_by.empty())
    return {};  // depths are a matter of all reflections
  for (const std::string& id : source_ids) {
    if (const auto source = TRY(writer.memories.find_by_id(id)))
      TRY(writer.links.add(memory.key, source->key, reflection_link(now)));
    else
      TRY_VOID(writer.links.put_lost_source(
          memory.key,
          TRY(writer.links.find_lost_source(id)).value_or(LostSource{id, "", at(now)})));
  }
  for (const Key reflection : lost_by)
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
