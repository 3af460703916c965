// An entity of a graph as a memory, and back (graph.h).
// Pure.
#pragma once
#include "base/result.h"
#include "memory/memory.h"

namespace aim::engine {

struct GraphEntity {
  std::string name, type;
  std::vector<std::string> observations;
  Key key = 0;  // the memory, 0 for a new entity
};
struct GraphRelation {
  std::string from, to, type;
  std::int64_t created = 0;  // nanoseconds, the order of relations; 0: a new one
  std::string link = {};     // relation of its link; empty: it has none
  bool only_link = false;    // made through another door
};

// The memory that keeps relations whose first entity does not exist.
inline constexpr std::string_view loose_title = "Relations of entities that do not exist";
bool keeps_loose_relations(const Memory& memory);

std::string entity_name(const Memory& memory);
GraphEntity entity_of(const Memory& memory);
// Relations from this entity, or of the memory of loose relations, as its metadata has them.
std::vector<GraphRelation> relations_of(const Memory& memory);

// The types of relations to another entity that an import has written as lines of its content; the
// lines are then no observations. None for a memory that was not imported.
std::vector<std::string> take_imported_types(const Memory& memory, GraphEntity& entity,
                                             std::string_view to);

// Writes content, tags and metadata. Errors: validation_failed, naming the entity and the limit.
Result<void> write_entity(Memory& memory, const GraphEntity& entity,
                          std::span<const GraphRelation> relations);
Result<void> write_loose_relations(Memory& memory, std::span<const GraphRelation> relations);

}  // namespace aim::engine
