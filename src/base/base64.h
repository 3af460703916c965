// Base64 as text, in the two alphabets (RFC 4648).
// Pure.
#pragma once
#include "base/std.h"

namespace aim {

enum class Base64 { standard, url };  // with padding; without it, "-" and "_" for "+" and "/"

std::string to_base64(std::string_view bytes, Base64 alphabet);

// Nothing when the text is not wholly of that alphabet, or ends early.
std::optional<std::string> from_base64(std::string_view text, Base64 alphabet);

}  // namespace aim
