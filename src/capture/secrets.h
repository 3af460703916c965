// Detection of secrets in a text: keys, tokens, passwords, cookies, numbers of cards; by its shape,
// or by what names it. So that what is kept without anybody asking holds none of the well-known
// ones. Knows: texts. Must not know: what is done with them. Pure functions; any thread. Cost:
// proportional to the text.
#pragma once
#include "base/std.h"

namespace aim {

// Its kind and its place.
struct Secret {
  std::string_view kind;  // "a private key"
  std::size_t at = 0, bytes = 0;
};

// In the order of the text; they do not overlap.
std::vector<Secret> secrets_in(std::string_view text);

// Whether a value of that name is one: "password" and "Winter2025".
bool names_secret(std::string_view name, std::string_view value);

// Stands where one was taken out (cleaner.h).
inline constexpr std::string_view removed_secret = "[secret removed]";
// A warning for the person who stores such a text: "content holds what looks like a private key
// (line 3) …"; empty: nothing is found.
std::string secrets_warning(std::string_view field, std::string_view text);

}  // namespace aim
