#include "base/quoting.h"

namespace aim {

std::string in_quotes(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out.append({'\\', c});
    else if (byte < 0x20 || byte == 0x7f)
      out.append("\\u00").append({digits[byte >> 4], digits[byte & 15]});
    else
      out += c;
  }
  return out + '"';
}

std::string as_shell_word(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@,%";
  if (!text.empty() && text.find_first_not_of(plain) == text.npos)
    return std::string(text);
  std::string out = "'";
  for (const char c : text)
    if (c == '\'')
      out.append("'\\''");
    else
      out += c;
  return out + '\'';
}

}  // namespace aim
