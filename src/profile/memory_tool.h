// Anthropic's memory tool (memory_20250818, X5) as a profile: the commands view, create,
// str_replace, insert, delete and rename on files below /memories, with the documented answers.
// Knows: files by way of op, JSON. Must not know: SQL, where commands come from.
#pragma once
#include "mcp/surface/surface.h"

namespace aim::profile {

// Its one tool is `memory`; files are memories of the project's namespace.
mcp::Surface memory_tool_surface();

}  // namespace aim::profile
