// Bytes as text: base64 in its two alphabets (RFC 4648), and hexadecimal digits.
// Pure.
#pragma once
#include "base/std.h"

namespace aim {

enum class Base64 { standard, url };  // with padding; without it, "-" and "_" for "+" and "/"

std::string to_base64(std::string_view bytes, Base64 alphabet);

// Nothing when the text is not wholly of that alphabet, or ends early.
std::optional<std::string> from_base64(std::string_view text, Base64 alphabet);

// Lower-case digits, two a byte.
std::string to_hex(std::span<const unsigned char> bytes);

}  // namespace aim
