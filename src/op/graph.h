// A namespace as a knowledge graph, for profiles (engine/graph/graph.h).
#pragma once
#include "engine/graph/graph.h"

namespace aim::op {

using engine::change_graph;
using engine::change_graph_once;
using engine::Graph;
using engine::GraphEntity;
using engine::GraphRelation;
using engine::read_graph;

}  // namespace aim::op
