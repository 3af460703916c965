// The core's tools: rows that point at operations, and how a call becomes an operation's call and
// its reply what the tool shows (C3–C6, wire.md 2.2, 2.3).
// Knows: operations, TOON. Must not know: frames, sessions, protocol versions.
#pragma once
#include <string_view>
#include <vector>

#include "mcp/surface/reply_format.h"
#include "mcp/surface/surface.h"

namespace aim::mcp {

std::vector<Tool> core_tools();

struct ToolLine {
  std::string_view name;
  const op::Operation* operation;
  Replies replies;
};
// Every one of them, for prompts and tests.
std::vector<ToolLine> all_tools();

}  // namespace aim::mcp
