// Addresses as texts: whether one is meant, and what of it people may see.
// Pure. Must not know: which schemes there are.
#pragma once
#include <string>
#include <string_view>

namespace aim {

// Whether a scheme and "://" stand at the beginning: no path is written so.
bool is_url(std::string_view text);

// Without the user and password in it, whatever its form: what messages may show.
std::string without_user(std::string_view url);

}  // namespace aim
