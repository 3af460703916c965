// A long content in pieces, from which excerpts are chosen (V1): its lines, each with those that
// are indented below it, and the sentences of lines that are long. Knows: lines of conversations.
// Must not know: questions, scores.
#pragma once
#include "base/std.h"

namespace aim::engine {

inline constexpr std::size_t no_day = std::string_view::npos;

struct Piece {
  std::size_t begin = 0, end = 0;  // bytes of the content
  std::size_t line = 0;            // where its line begins
  std::size_t day = no_day;        // where the line stands that tells the day of it
};
std::vector<Piece> pieces_of(std::string_view content);

}  // namespace aim::engine
