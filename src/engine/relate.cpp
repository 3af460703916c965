#include "engine/relate.h"

#include "engine/events.h"
#include "engine/ids.h"
#include "engine/reflect.h"
#include "store/sqlite/links.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reflections.h"

namespace aim::engine {
namespace {

struct Ends {
  Memory source, target;
};

Result<Ends> find_ends(store::Connection& connection, const std::string& source,
                       std::string_view source_is, const std::string& target,
                       std::string_view target_is) {
  Ends ends;
  ends.source = TRY(find_memory(connection, source, source_is));
  ends.target = TRY(find_memory(connection, target, target_is));
  if (ends.source.key == ends.target.key)
    return Failure(
        refuse("target_id", "must be another memory: a memory cannot be linked to itself"));
  return ends;
}

Result<void> link(store::Connection& connection, const Ends& ends, Relation relation, Time now) {
  Link fresh;
  fresh.relation = name_of(relation);
  fresh.created_at = fresh.valid_from = at(now);
  TRY_VOID(store::add_link(connection, ends.source.key, ends.target.key, fresh));
  return {};
}

Linked ids_of(const Ends& ends) {
  return {ends.source.id, ends.target.id};
}

}  // namespace

Result<Linked> add_link(Engine& engine, const std::string& source, const std::string& target,
                        Relation relation) {
  return engine.database.write([&](store::Connection& connection) -> Result<Linked> {
    const Ends ends = TRY(find_ends(connection, source, "source memory", target, "target memory"));
    if (relation == Relation::reflects_on)
      TRY_VOID(admit_source(connection, engine, ends.source, ends.target));
    TRY_VOID(link(connection, ends, relation, engine.clock.now()));
    return ids_of(ends);
  });
}

Result<Linked> remove_link(Engine& engine, const std::string& source, const std::string& target,
                           Relation relation) {
  return engine.database.write([&](store::Connection& connection) -> Result<Linked> {
    const Ends ends = TRY(find_ends(connection, source, "source memory", target, "target memory"));
    if (!TRY(store::remove_link(connection, ends.source.key, ends.target.key, name_of(relation),
                                engine.clock.now())))
      return Failure(missing("no such link: " + ends.source.id + " " +
                             std::string(name_of(relation)) + " " + ends.target.id));
    TRY_VOID(
        record_link_removed(connection, engine, ends.source.id, ends.target.id, name_of(relation)));
    return ids_of(ends);
  });
}

Result<std::vector<Link>> links_of(Engine& engine, const std::string& id) {
  return engine.database.read([&](store::Connection& connection) -> Result<std::vector<Link>> {
    const auto memory = find_memory(connection, id);
    if (!memory && memory.error().code == Code::not_found)
      return std::vector<Link>();
    if (!memory)
      return Failure(memory.error());
    return store::links_of(connection, memory->key);
  });
}

Result<MemoryAndLinks> get(Engine& engine, const std::string& id) {
  return engine.database.read([&](store::Connection& connection) -> Result<MemoryAndLinks> {
    Memory memory = TRY(find_memory(connection, id));
    auto links = TRY(store::links_of(connection, memory.key));
    auto lost = TRY(store::lost_sources_of(connection, memory.key));
    return MemoryAndLinks{std::move(memory), std::move(links), std::move(lost)};
  });
}

Result<Linked> resolve(Engine& engine, const std::string& winner, const std::string& loser) {
  const Time now = engine.clock.now();
  const Ends ends = TRY(engine.database.write([&](store::Connection& connection) -> Result<Ends> {
    Ends both = TRY(find_ends(connection, winner, "winner", loser, "loser"));
    TRY_VOID(link(connection, both, Relation::supersedes, now));
    Memory beaten = both.target;
    beaten.priority = 1;
    beaten.reinforcement = 0;
    beaten.confidence = 0.1;
    beaten.updated_at = at(now);
    TRY_VOID(store::replace(connection, both.target, beaten));
    return both;
  }));
  engine.touches.add(ends.source.key, now);
  return ids_of(ends);
}

}  // namespace aim::engine
