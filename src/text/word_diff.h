// The words in which two texts differ, in one line: "runs at [-3-] {+4+} in the night". Long runs
// of equal words are cut to the words next to a change. In a script without blanks, each
// character is a word. Must not know: memories.
#pragma once
#include "base/std.h"

namespace aim::text {

// At most `max_bytes` long, with an ellipsis where it was cut; empty when the words are the same.
// Cost: the product of the numbers of words between the first and the last change; beyond 4 million
// the whole part between them counts as replaced.
std::string word_diff(std::string_view before, std::string_view after, std::size_t max_bytes);

}  // namespace aim::text
