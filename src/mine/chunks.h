// Markdown files as texts to be found by: a short file whole, a longer one in pieces that end where
// headings, paragraphs or lines do, and never within a fence of code that fits (K4).
// Knows: Markdown. Must not know: files, the database.
// Pure.
#pragma once
#include <unordered_set>

#include "base/std.h"

namespace aim::mine {

inline constexpr std::size_t max_chunk_bytes = 4'000;

struct Chunk {
  std::string heading;  // the path of headings that it begins under; "" before any
  std::string
      content;  // but for the first: that path on a line of its own, then its part of the file
  std::uint64_t source = 0;                // a hash of its part of the file
  std::size_t line_from = 0, line_to = 0;  // from 1, both included
};

// All of the text is in the parts, in order; nothing when it is blank. `text` is valid UTF-8.
// `before`: sources of the chunks that the file had when it was last cut; where one of them still
// stands it is cut as it was, so that a change in the middle leaves what follows as it is.
std::vector<Chunk> chunks_of_markdown(std::string_view text,
                                      const std::unordered_set<std::uint64_t>& before = {});

}  // namespace aim::mine
