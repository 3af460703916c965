// Query strings and percent-encoded paths.
// Pure. Errors are sentences about what the client wrote.
#pragma once
#include "base/result.h"

namespace aim::net {

// "%2F" becomes "/"; with `plus_is_space`, "+" a space. Errors: a "%" without two hexadecimal
// digits, text that is not UTF-8.
Result<std::string> decoded(std::string_view text, bool plus_is_space);
// Escapes a segment or value: everything but the characters that need no escape anywhere.
std::string encoded(std::string_view text);

// "a=1&b=x%20y", in order; a name without "=" has an empty value. Bytes that are no UTF-8 are read
// as U+FFFD.
Result<std::vector<std::pair<std::string, std::string>>> parse_query(std::string_view query);

}  // namespace aim::net
