// A namespace as a knowledge graph: entities with observations, and relations between them, as the
// official MCP memory server has it (X6). An entity is a memory: its name is the title, its type a
// tag, each observation a line of the content; the relations from it are the last lines, so that a
// recall finds them. A relation between two entities is a link related_to as well; what a link
// cannot express (its type, a relation whose entity does not exist) is in the metadata.
// Memories and links that came through other doors are entities and relations too.
// Knows: the store. Must not know: JSON, tools, files.
// Threads: any. Cost: reads the whole namespace, and all links of the database.
#pragma once
#include "engine/engine.h"
#include "engine/graph/graph_memory.h"

namespace aim::engine {

// Both oldest first.
struct Graph {
  std::vector<GraphEntity> entities;
  std::vector<GraphRelation> relations;
};

Result<Graph> read_graph(Engine& engine, const std::string& name_space);

// Reads the graph, changes it and stores what differs, in one transaction. `change` appends and
// removes entities and relations, and changes observations.
// Errors: those of `change`; validation_failed, naming the entity, where a limit of memories is
// exceeded. Then nothing is changed.
Result<void> change_graph(Engine& engine, const std::string& name_space,
                          const std::function<Result<void>(Graph&)>& change);

// The same, the first time only that it is called with this name for this database.
Result<void> change_graph_once(Engine& engine, const std::string& name_space, std::string_view once,
                               const std::function<Result<void>(Graph&)>& change);

}  // namespace aim::engine
