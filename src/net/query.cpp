#include "net/query.h"

#include "base/ascii.h"
#include "base/utf8.h"

namespace aim::net {
namespace {

int digit(char byte) {
  if (byte >= '0' && byte <= '9')
    return byte - '0';
  if (byte >= 'a' && byte <= 'f')
    return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F')
    return byte - 'A' + 10;
  return -1;
}

}  // namespace

std::string encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  std::string out;
  for (const char letter : text) {
    if (plain.find(letter) != plain.npos) {
      out += letter;
      continue;
    }
    const auto byte = static_cast<unsigned char>(letter);
    out.append({'%', digits[byte >> 4U], digits[byte & 0xFU]});
  }
  return out;
}

namespace {

Result<std::string> decoded_bytes(std::string_view text, bool plus_is_space) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '+' && plus_is_space) {
      plain += ' ';
    } else if (text[at] != '%') {
      plain += text[at];
    } else {
      const int high = at + 2 < text.size() ? digit(text[at + 1]) : -1;
      const int low = high < 0 ? -1 : digit(text[at + 2]);
      if (low < 0)
        return Failure(
            refuse("the address", "has a \"%\" that two hexadecimal digits do not follow"));
      plain += static_cast<char>(high * 16 + low);
      at += 2;
    }
  }
  return plain;
}

// S55
Result<std::string> readable(std::string_view text) {
  std::string plain = TRY(decoded_bytes(text, true));
  return utf8::is_valid(plain) ? plain : utf8::repaired(plain);
}

}  // namespace

Result<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string plain = TRY(decoded_bytes(text, plus_is_space));
  if (!utf8::is_valid(plain))
    return Failure(refuse("the address", "is not UTF-8"));
  return plain;
}

Result<std::vector<std::pair<std::string, std::string>>> parse_query(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!query.empty()) {
    std::string_view pair = ascii::take_part(query, '&');
    if (pair.empty())
      continue;
    std::string name = TRY(readable(ascii::take_part(pair, '=')));
    std::string value = TRY(readable(pair));
    pairs.emplace_back(std::move(name), std::move(value));
  }
  return pairs;
}

}  // namespace aim::net
