// Shared helpers of this module over libsodium: bytes in its type, a checked random source.
// Not for other modules: hash.h, sealed_stream.h, signature.h and uuid.h are.
#pragma once
#include <sodium/core.h>
#include <sodium/utils.h>

#include <cstdlib>

#include "base/std.h"

namespace aim {

// Without it, two threads that ask first at the same time would race to set up the source. It fails
// only where the system has no random source at all; ids and keys that could be guessed or repeat
// would be worse than an end.
inline void require_random_source() {
  static const bool ready = sodium_init() >= 0;
  if (!ready)
    std::abort();
}

inline const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace aim
