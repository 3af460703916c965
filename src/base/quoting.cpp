#include "base/quoting.h"

#include "base/ascii.h"

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

bool is_url(std::string_view text) {
  const std::string_view scheme = text.substr(0, text.find("://"));
  return scheme.size() < text.size() && !scheme.empty() && ascii::is_letter(scheme.front()) &&
         std::ranges::all_of(
             scheme, [](char c) { return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.'; });
}

bool is_server_address(std::string_view text) {
  return text.starts_with("postgres://") || text.starts_with("postgresql://");
}

std::string without_user(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t begin = scheme == url.npos ? 0 : scheme + 3;
  // A password may hold any letter: all before the last sign counts as one.
  const std::size_t at = url.rfind('@');
  if (at == url.npos || at < begin)
    return std::string(url);
  return std::string(url.substr(0, begin)).append("***").append(url.substr(at));
}

}  // namespace aim
