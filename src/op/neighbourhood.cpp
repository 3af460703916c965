// Use case "neighbourhood": what a memory is connected with, some steps far (L6).
#include "engine/browse/neighbourhood.h"

#include "memory/page_rules.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct NeighbourhoodRequest {
  std::string id;
  std::int64_t depth = 2, limit = 300;
  static constexpr auto fields() {
    using R = NeighbourhoodRequest;
    return std::tuple{needs("id", &R::id, rule::id, "Id or unique prefix"),
                      takes("depth", &R::depth, rule::steps, "How many steps far"),
                      takes("limit", &R::limit, rule::limit_nodes, "Maximum memories")};
  }
};
struct NodeView {
  std::string id, title, name_space;
  Tier tier = Tier::mid_term;
  MemoryKind kind = MemoryKind::observation;
  std::int64_t depth = 0;
  static constexpr auto fields() {
    using R = NodeView;
    return std::tuple{gives("id", &R::id, "Its id"),
                      gives("title", &R::title, "Its title"),
                      gives("namespace", &R::name_space, "Its namespace"),
                      gives("tier", &R::tier, "How long it lives"),
                      gives("kind", &R::kind, "What it is"),
                      gives("depth", &R::depth, "Steps from the memory asked for")};
  }
};
struct EdgeView {
  std::string source, target, relation;
  std::optional<double> weight;
  static constexpr auto fields() {
    using R = EdgeView;
    return std::tuple{gives("source", &R::source, "From"), gives("target", &R::target, "To"),
                      gives("relation", &R::relation, "A link's relation, near or session"),
                      gives("weight", &R::weight, "Of near: how near, 0 to 1")};
  }
};
struct NeighbourhoodReply {
  std::vector<NodeView> nodes;
  std::vector<EdgeView> edges;
  bool truncated = false;
  static constexpr auto fields() {
    using R = NeighbourhoodReply;
    return std::tuple{
        gives("nodes", &R::nodes, "The memory itself, then the others, nearest first"),
        gives("edges", &R::edges, "What connects them"),
        gives("truncated", &R::truncated, "Whether there are more than the limit")};
  }
};

Result<NeighbourhoodReply> run_neighbourhood(Engine& engine, const NeighbourhoodRequest& request,
                                             const Caller&) {
  const auto found = TRY(engine::neighbourhood(engine, request.id, request.depth, request.limit));
  NeighbourhoodReply reply;
  reply.truncated = found.truncated;
  for (const engine::Node& node : found.nodes)
    reply.nodes.push_back({node.memory.id, node.memory.title, node.memory.name_space,
                           node.memory.tier, node.memory.kind, node.depth});
  for (const engine::Edge& edge : found.edges)
    reply.edges.push_back({edge.source, edge.target, edge.relation, edge.weight});
  return reply;
}

}  // namespace

const Operation& neighbourhood() {
  static const auto it =
      operation<run_neighbourhood>({"neighbourhood",
                                    "Show a neighbourhood",
                                    "Show what a memory is connected with: links step by "
                                    "step, what is near in meaning, its session.",
                                    Effect::reads,
                                    {.right = Right::read}});
  return it;
}

}  // namespace aim::op
