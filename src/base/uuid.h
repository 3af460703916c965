// Ids of memories: random UUIDs (version 4), lower case; and such as are made from a name, always
// the same (version 8).
#pragma once
#include "base/std.h"

namespace aim {

// 36 characters, from the system's random source. Thread-safe.
std::string new_uuid();

// Whether a text has the form of these ids.
constexpr bool is_uuid(std::string_view text) {
  return text.size() == 36 && text[8] == '-' && text[13] == '-' &&
         text.find_first_not_of("0123456789abcdef-") == text.npos;
}

// The beginning of the name's SHA-256. For what comes from elsewhere, and comes again.
std::string named_uuid(std::string_view name);

}  // namespace aim
