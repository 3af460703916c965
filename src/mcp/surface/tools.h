// The core's tools: rows that point at operations, and how a call becomes an operation's call and
// its reply what the tool shows (C3–C6, wire.md 2.2, 2.3).
// Knows: operations, TOON. Must not know: frames, sessions, protocol versions.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "mcp/surface/rows.h"
#include "mcp/surface/surface.h"
#include "op/kit/projection.h"

namespace aim::mcp {

// How the tools that show memories may be asked to answer: `format`, `columns` and
// `content_bytes`, arguments that only this door has (C5, S27).

// Options for the form of a tool's reply.
enum class Replies {
  json,      // the operation's reply
  rows,      // TOON, JSON when asked for
  content,   // the same, with as much of each content as fits
  excerpts,  // the same, and the operation cuts the contents: it takes `content_bytes` itself
};

// Adds the arguments to an input schema.
void add_format_arguments(boost::json::object& schema, Replies replies);

struct ReplyFormat {
  std::optional<RowShape> rows;  // unset: JSON
};
// Takes the door's own arguments out of the call's. Errors: validation_failed, naming the argument.
Result<ReplyFormat> take_format(boost::json::object& arguments, Replies replies);

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
