#include <charconv>

#include "base/ascii.h"
#include "base/utf8.h"
#include "net/message.h"

namespace aim::net {

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
      const std::string_view digits = text.substr(at + 1, 2);
      unsigned byte = 0;
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
      if (digits.size() != 2 || read.ptr != digits.data() + 2)
        return Failure(
            refuse("the address", "has a \"%\" that two hexadecimal digits do not follow"));
      plain += static_cast<char>(byte);
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
