// A secret that was found in a text: its kind and its place.
// Knows: nothing. Must not know: how it was found.
#pragma once
#include "base/std.h"

namespace aim {

struct Secret {
  std::string_view kind;  // "a private key"
  std::size_t at = 0, bytes = 0;
};

}  // namespace aim
