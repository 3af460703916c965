// The next step in the words of this door: "memory_transcript id=… from=2".
// Knows: the tools of a surface. Must not know: which of them a client was offered.
// Threads: any.
#pragma once
#include <string>

#include "mcp/surface/surface.h"
#include "op/kit/next_step.h"

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

}  // namespace aim::mcp
