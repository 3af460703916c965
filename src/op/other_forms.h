// A namespace in other forms, for profiles: a knowledge graph, text files.
#pragma once
#include "engine/graph/graph.h"
#include "engine/memory_files.h"

namespace aim::op {

using engine::change_graph;
using engine::change_graph_once;
using engine::Graph;
using engine::GraphEntity;
using engine::GraphRelation;
using engine::read_graph;

using engine::change_memory_files;
using engine::memory_folder;
using engine::MemoryFile;
using engine::MemoryFiles;
using engine::read_memory_files;

}  // namespace aim::op
