// The core's tools: rows that point at operations, and how a call becomes an operation's call and
// its reply what the tool shows (C3–C6, wire.md 2.2, 2.3).
// Knows: operations, TOON. Must not know: frames, sessions, protocol versions.
#pragma once
#include "mcp/surface/reply_format.h"
#include "mcp/surface/surface.h"
#include "op/kit/projection.h"

namespace aim::mcp {

std::vector<Tool> core_tools();

struct ToolLine {
  std::string_view name;
  const op::Operation* operation;
  Replies replies;
};
// Every one of them, for prompts and tests.
std::vector<ToolLine> all_tools();

// Where a tool's reply is not the operation's (wire.md 1.2).

using op::Projection;

// id, tier, title, namespace of the memory; duplicate and action for a re-store
extern const Projection stored;
extern const Projection flat_memory;    // the memory's keys next to its links
extern const Projection without_query;  // search: HTTP alone repeats the query
extern const Projection without_id;     // delete: the caller named it

}  // namespace aim::mcp
