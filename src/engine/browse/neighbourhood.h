// What a memory is connected with: its links, step by step, what is near it in meaning, and what
// its session holds besides (L6).
// Cost: a read a node; bounded by `limit`. Sessions: a walk over the passages in memory.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"

namespace aim::engine {

struct Node {
  Memory memory;
  std::int64_t depth = 0;  // steps from the memory that was asked for
};
struct Edge {
  std::string source, target, relation;  // a link's, "near" or "session"
  std::optional<double> weight;          // of near: the cosine
};
struct Neighbourhood {
  std::vector<Node> nodes;  // nearest first; the memory itself is the first
  std::vector<Edge> edges;  // between those nodes
  bool truncated = false;   // there are more within those steps
};
// Errors: not_found.
Result<Neighbourhood> neighbourhood(Engine& engine, const std::string& id, std::int64_t depth,
                                    std::int64_t limit);

}  // namespace aim::engine
