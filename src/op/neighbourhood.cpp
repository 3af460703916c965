// Use case "neighbourhood": what a memory is connected with, some steps far (L6).
#include "engine/browse/neighbourhood.h"

#include "memory/page_rules.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct NeighbourhoodRequest {
  std::string id;
  std::int64_t depth = 2, limit = 300;
  using R = NeighbourhoodRequest;
  static constexpr std::tuple fields{
      needs("id", &R::id, rule::id, "Id or prefix"),
      takes("depth", &R::depth, rule::steps, "Number of steps"),
      takes("limit", &R::limit, rule::limit_nodes, "Maximum memories")};
};
struct NodeView {
  std::string id, title, name_space;
  Tier tier = Tier::mid_term;
  MemoryKind kind = MemoryKind::observation;
  std::int64_t depth = 0;
  using R = NodeView;
  static constexpr std::tuple fields{gives("id", &R::id, "Id"),
                                     gives("title", &R::title, "Title"),
                                     gives("namespace", &R::name_space, "Namespace"),
                                     gives("tier", &R::tier, "Tier"),
                                     gives("kind", &R::kind, "Kind"),
                                     gives("depth", &R::depth, "Steps from the requested memory")};
};
struct EdgeView {
  std::string source, target, relation;
  std::optional<double> weight;
  using R = EdgeView;
  static constexpr std::tuple fields{
      gives("source", &R::source, "From"), gives("target", &R::target, "To"),
      gives("relation", &R::relation, "Relation of a link, or near, or session"),
      gives("weight", &R::weight, "Similarity of near, 0 to 1")};
};
struct NeighbourhoodReply {
  std::vector<NodeView> nodes;
  std::vector<EdgeView> edges;
  bool truncated = false;
  using R = NeighbourhoodReply;
  static constexpr std::tuple fields{
      gives("nodes", &R::nodes, "The memory, then the others, nearest first"),
      gives("edges", &R::edges, "Connections"),
      gives("truncated", &R::truncated, "True if there are more than the limit")};
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
  return operation<run_neighbourhood>(
      "neighbourhood", "Show a neighbourhood",
      "Show memories connected with a memory: by links, by similar meaning, by session.",
      Effect::reads, {.right = Right::read, .as_of = true});
}

}  // namespace aim::op
