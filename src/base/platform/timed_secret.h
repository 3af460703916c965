// A secret with its end before it, for keyrings that keep no time themselves.
// Must not know: which keyring.
// Threads: any.
#pragma once
#include <sodium/utils.h>

#include "base/std.h"

namespace aim {

inline std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// `lasts` unset: it has no end.
inline std::string with_end(const std::string& secret, std::optional<std::chrono::seconds> lasts) {
  const std::int64_t end = lasts ? seconds_now() + lasts->count() : 0;
  return std::string(reinterpret_cast<const char*>(&end), sizeof(end)) + secret;
}

// Nothing: its end has come, or these are no bytes of with_end(). Wipes the bytes.
inline std::optional<std::string> before_its_end(char* bytes, std::size_t size) {
  std::int64_t end = 0;
  std::optional<std::string> secret;
  if (size >= sizeof(end)) {
    std::memcpy(&end, bytes, sizeof(end));
    if (end == 0 || seconds_now() < end)
      secret.emplace(bytes + sizeof(end), size - sizeof(end));
  }
  sodium_memzero(bytes, size);
  return secret;
}

}  // namespace aim
