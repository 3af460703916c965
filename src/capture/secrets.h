// What looks like a secret: keys, tokens, passwords, numbers of cards. By their shapes alone, so
// that what is kept without anybody asking holds none of the well-known ones.
// Pure functions; any thread. Cost: one pass over the text.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace aim {

struct Secret {
  std::string_view kind;  // "a private key"
  std::size_t at = 0, bytes = 0;
};
// In the order of the text; they do not overlap.
std::vector<Secret> secrets_in(std::string_view text);

inline constexpr std::string_view removed_secret = "[secret removed]";
std::string without_secrets(std::string_view text);
// What a person is told who stores such a text: "content holds what looks like a private key (line
// 3) …"; empty: nothing is found.
std::string secrets_warning(std::string_view field, std::string_view text);

}  // namespace aim
