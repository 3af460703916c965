// How the tools that show memories may be asked to answer: `format`, `columns` and `content_bytes`,
// arguments that only this door has (C5, S27).
// Knows: rows of TOON. Must not know: tools, sessions.
// Pure.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "mcp/surface/rows.h"

namespace aim::mcp {

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

}  // namespace aim::mcp
