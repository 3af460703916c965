// A namespace in other forms, for profiles: a knowledge graph, text files; and two stores as one:
// searching, listing, storing, changing and deleting memories in the user's store and the
// project's, and uniting duplicates.
#pragma once
#include "engine/graph/graph.h"
#include "engine/memory_files.h"
#include "engine/two_stores/change.h"
#include "engine/two_stores/duplicates.h"
#include "engine/two_stores/find.h"
#include "engine/two_stores/stores.h"

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

namespace two_stores = engine::two_stores;

}  // namespace aim::op
