// The profile server-memory: a knowledge graph in nine tools and one resource, named, asked and
// answered as the official MCP server of that name does it (X6), to the byte of each reply.
// Knows: graphs by way of op, JSON. Must not know: SQL, the configuration's files.
#pragma once
#include <filesystem>

#include "mcp/surface/surface.h"

namespace aim::profile {

struct ServerMemorySettings {
  std::string name_space = "mcp-memory";  // where an import of such a file puts it too
  // The original's memory.jsonl, which is taken over once; it is not changed. Empty: none.
  std::filesystem::path file = {};
};

mcp::Surface server_memory_surface(const ServerMemorySettings& settings);

}  // namespace aim::profile
