// A text in double quotes, as JSON and TOML both read it.
// Pure.
#pragma once
#include <string>
#include <string_view>

namespace aim {

// Quotes, backslashes and control characters escaped, 0x7f too: TOML wants that, and JSON allows it.
std::string in_quotes(std::string_view text);

}  // namespace aim
