// The profiles that are surfaces of other names and answers over the same operations.
// Know: surfaces, op. Must not know: SQL, the configuration's files, where stores lie.
#pragma once
#include <filesystem>

#include "mcp/surface/surface.h"
#include "op/two_stores/context.h"
#include "profile/vector_tools.h"

namespace aim::profile {

struct ServerMemorySettings {
  std::string name_space = "mcp-memory";  // where an import of such a file puts it too
  // The original's memory.jsonl, which is taken over once; it is not changed. Empty: none.
  std::filesystem::path file = {};
};

// server-memory: a knowledge graph in nine tools and one resource, named, asked and answered as the
// official MCP server of that name does it (X6), to the byte of each reply.
mcp::Surface server_memory_surface(const ServerMemorySettings& settings);

// Anthropic's memory tool (memory_20250818, X5): the commands view, create, str_replace, insert,
// delete and rename on files below /memories, with the documented answers. Its one tool is
// `memory`; files are memories of the project's namespace.
mcp::Surface memory_tool_surface();

// vector-memory (J1–J9): eight tools and three resources over two stores, the user's and the
// project's. The engine that a call brings is the user's store; the project's comes with the
// settings.
mcp::Surface vector_memory(const VectorMemory& settings);
// Names of its tools and resources, for texts that hooks write.
inline constexpr op::two_stores_text::Names vector_names{
    .whole_memory = "list_memories with memory_id",
    .weighty = "memory://core, memory://high",
    .import_notes = "import_markdown_memories"};

}  // namespace aim::profile
