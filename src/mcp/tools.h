// The tools: rows that point at operations, and how a call becomes an operation's call and its reply a tool result
// (C3–C6, wire.md 2.2, 2.3).
// Knows: operations, TOON. Must not know: frames, sessions, protocol versions beyond what a result may carry.
#pragma once
#include <boost/json/fwd.hpp>
#include <span>
#include <string_view>

#include "op/operation.h"

namespace aim::mcp {

// What the negotiated revision lets a tool show.
struct ToolStyle {
  bool annotations = false;  // since 2025-03-26
  bool titles = false;       // since 2025-06-18
  bool structured = false;   // since 2025-06-18: outputSchema, structuredContent
};

// Those of the feature tier, in a fixed order (S10).
boost::json::array list_tools(FeatureTier tier, const ToolStyle& style);

// The operation behind a tool; nothing for unknown names.
const op::Operation* tool_operation(std::string_view name);

// The result of a call: content, and isError when it failed. An unknown name gives a failed result that names it.
boost::json::object call_tool(Engine& engine, std::string_view name, const boost::json::object& arguments,
                              const op::Caller& caller, const ToolStyle& style);

struct ToolLine {
  std::string_view name;
  const op::Operation* operation;
  bool format;  // takes format and columns
};
// Every tool, for prompts and tests.
std::vector<ToolLine> all_tools();

}  // namespace aim::mcp
