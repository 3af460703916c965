// Colours of a terminal (E2): only when one reads, and never against NO_COLOR.
// Knows: escape sequences. Must not know: what is painted.
#pragma once
#include "base/std.h"

namespace aim::cli {

// By the codes that terminals know.
enum class Paint { bold = 1, dim = 2, red = 31, green = 32, yellow = 33, cyan = 36 };

struct Ink {
  bool on = false;

  std::string operator()(Paint paint, std::string_view text) const;
  // Text that is safe for a terminal: only these colours stay control sequences, all others become
  // visible.
  std::string shown(std::string_view text) const;
  // Ten cells, as many filled as the share (0 to 1) says, in its colour: from 0.7 on green, from
  // 0.4 on yellow, below red.
  std::string bar(double share) const;
  // short red, mid yellow, long green.
  std::string tier(std::string_view name) const;
};

// Whether to colour what goes to this file descriptor.
bool wants_colour(int descriptor);

// How many characters fit on a line: what COLUMNS says, else the terminal, else nothing.
std::optional<std::size_t> width_of(int descriptor);

}  // namespace aim::cli
