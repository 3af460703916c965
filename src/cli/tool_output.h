// Output of a tool without the text that a host adds: so that the same error is the same text in
// every host, and a solution found in one is known in another. Knows: the labels of Gemini CLI, the
// first lines of Claude Code. Must not know: events, what an error is. Pure functions; any thread.
#pragma once
#include "base/std.h"

namespace aim::cli {

// `text`: as a hook gets it. Text without a host's label stays as it is.
std::string without_labels(std::string_view text);

}  // namespace aim::cli
