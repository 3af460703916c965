// Passages that a person keeps out of every memory by writing them between <private> and
// </private>. Knows: texts. Must not know: who stores them. Pure; any thread.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace aim {

// Whether the places of removed passages keep their line ends, so that lines stay countable.
enum class LineEnds { drop, keep };

// The text without these passages, in letters of any case. A passage without its end reaches to the
// end of the text. `removed` grows by the number of passages.
std::string without_private(std::string_view text, std::int64_t& removed,
                            LineEnds lines = LineEnds::drop);

}  // namespace aim
