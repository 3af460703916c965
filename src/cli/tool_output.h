// What a tool printed, without what a host writes around it: so that the same error is the same
// text in every host, and a solution found in one is known in another.
// Knows: the labels of Gemini CLI, the first lines of Claude Code. Must not know: events, what an
// error is.
// Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

namespace aim::cli {

// `text`: as a hook is given it. What begins with no host's label stays as it is.
std::string without_labels(std::string_view text);

}  // namespace aim::cli
