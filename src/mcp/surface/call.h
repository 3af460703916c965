// A tool's call without a protocol: arguments as text in, the text of the result out. For people
// and scripts that want what an assistant gets.
// Knows: surfaces. Must not know: frames, command lines.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "mcp/surface/offer.h"

namespace aim {
struct Engine;
}

namespace aim::mcp {

struct CalledTool {
  std::string text;
  bool failed = false;
};

// `arguments`: a JSON object. `session`: whose call it is; empty: not known. Errors: the arguments
// are no object.
Result<CalledTool> call_by_text(Engine& engine, std::string_view tool, std::string_view arguments,
                                const Offer& offer, std::string_view session);

// The same with a line of JSON out: an object with `content`, and `is_error` where the call failed.
std::string call_by_line(Engine& engine, std::string_view tool, std::string_view arguments,
                         const Offer& offer, std::string_view session);

}  // namespace aim::mcp
