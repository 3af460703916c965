// The next step in the words of this door: "memory_transcript id=… from=2".
// Knows: the tools of a surface. Must not know: which of them a client was offered.
// Threads: any.
#pragma once
#include "base/result.h"
#include "mcp/surface/offer.h"
#include "mcp/surface/surface.h"
#include "op/kit/remedies.h"

namespace aim {
struct Engine;
}

namespace aim::mcp {

class ToolWords : public op::Words {
 public:
  // The surface outlives it.
  explicit ToolWords(const Surface& surface) : surface_(surface) {}
  std::string say(const op::NextStep& step) const override;

 private:
  const Surface& surface_;
};

// Common part of every call at this door; `words` outlives it.
op::Caller caller_here(const Offer& offer, const ToolWords& words);

// A tool's call without a protocol: arguments as text in, the text of the result out. For people
// and scripts that want what an assistant gets.
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
