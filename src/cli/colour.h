// Colours of a terminal (E2): only when one reads, and never against NO_COLOR.
// Knows: escape sequences. Must not know: what is painted.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace aim::cli {

enum class Paint { red, yellow, green, cyan, bold, dim };

struct Ink {
  bool on = false;

  std::string operator()(Paint paint, std::string_view text) const;
  // Ten cells, as many filled as the priority says, in its colour: 8 and more green, 5 to 7 yellow, below red.
  std::string bar(std::int64_t priority) const;
  // short red, mid yellow, long green.
  std::string tier(std::string_view name) const;
};

// Whether to colour what goes to this file descriptor.
bool wants_colour(int descriptor);

}  // namespace aim::cli
