// The environment the program was started in. Nothing in the program changes it once it runs, so
// that reading it is safe from any thread.
#pragma once
#include <cstdlib>

#include "base/std.h"

namespace aim {

// Empty when it is not set.
inline std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace aim
