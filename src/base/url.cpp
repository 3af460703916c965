#include "base/url.h"

#include <algorithm>

namespace aim {

bool is_url(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::string_view scheme = text.substr(0, text.find("://"));
  return scheme.size() < text.size() && !scheme.empty() && is_letter(scheme.front()) &&
         std::ranges::all_of(scheme, [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
         });
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
