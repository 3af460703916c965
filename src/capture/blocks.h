// Blocks that programs put into what a person typed: texts of ai-memory itself, and those of hosts
// around them. Only the rest of a prompt is used or kept.
// Knows: the tags of hosts. Must not know: events, transcripts. Pure; any thread.
#pragma once
#include "base/std.h"

namespace aim {

// The text without such blocks, and without the lines that introduce ours. Marks may be escaped
// ("&lt;ai-memory-…&gt;"). A block that does not end stays, as a person may speak of a tag.
std::string without_blocks(std::string_view text);

}  // namespace aim
