#include "base/utf8.h"

#include <cassert>
#include <cstring>

namespace aim::utf8 {
namespace {

constexpr char32_t replacement = 0xFFFD;

struct Decoded {
  char32_t character = replacement;
  std::size_t bytes = 0;  // 0: malformed
};

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// How many bytes a sequence has that begins with `lead`; 0 when none does.
std::size_t length_by_lead(unsigned lead) {
  if (lead < 0x80)
    return 1;
  if (lead < 0xC2)  // continuation bytes, and C0 and C1, which only begin overlong forms
    return 0;
  if (lead < 0xE0)
    return 2;
  if (lead < 0xF0)
    return 3;
  return lead < 0xF5 ? 4 : 0;
}

Decoded decode(std::string_view text, std::size_t at) {
  const unsigned lead = byte_at(text, at);
  const std::size_t length = length_by_lead(lead);
  if (length == 1)
    return {lead, 1};
  if (length == 0 || text.size() - at < length)
    return {};
  char32_t character = lead & (0x7FU >> length);
  for (std::size_t i = at + 1; i < at + length; ++i) {
    if (begins_character(text[i]))
      return {};
    character = (character << 6U) | (byte_at(text, i) & 0x3FU);
  }
  const bool overlong = (length == 3 && character < 0x800) || (length == 4 && character < 0x10000);
  const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (overlong || surrogate || character > 0x10FFFF)
    return {};
  return {character, length};
}

// The first byte at or after `at` that may be beyond ASCII. Eight bytes a step: most texts are
// ASCII throughout.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  for (std::uint64_t eight = 0; text.size() - at >= sizeof eight; at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & high_bits) != 0)
      break;
  }
  while (at < text.size() && byte_at(text, at) < 0x80) ++at;
  return at;
}

char byte(char32_t bits) {
  return static_cast<char>(static_cast<unsigned char>(bits));
}

}  // namespace

bool is_valid(std::string_view text) {
  for (std::size_t at = skip_ascii(text, 0); at < text.size();) {
    const std::size_t bytes = decode(text, at).bytes;
    if (bytes == 0)
      return false;
    at += bytes;
    if (at < text.size() && byte_at(text, at) < 0x80)
      at = skip_ascii(text, at);
  }
  return true;
}

char32_t next(std::string_view text, std::size_t& at) {
  assert(at < text.size());
  const Decoded decoded = decode(text, at);
  at += std::max<std::size_t>(decoded.bytes, 1);
  return decoded.character;
}

void append(std::string& out, char32_t character) {
  if ((character >= 0xD800 && character <= 0xDFFF) || character > 0x10FFFF)
    character = replacement;
  if (character < 0x80) {
    out += byte(character);
    return;
  }
  if (character < 0x800) {
    out += byte(0xC0U | (character >> 6U));
  } else if (character < 0x10000) {
    out += byte(0xE0U | (character >> 12U));
    out += byte(0x80U | ((character >> 6U) & 0x3FU));
  } else {
    out += byte(0xF0U | (character >> 18U));
    out += byte(0x80U | ((character >> 12U) & 0x3FU));
    out += byte(0x80U | ((character >> 6U) & 0x3FU));
  }
  out += byte(0x80U | (character & 0x3FU));
}

std::string_view cut(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes)
    return text;
  std::size_t start = max_bytes;
  while (start > 0 && max_bytes - start < 3 && !begins_character(text[start])) --start;
  // Only a well-formed character across the edge moves it: malformed bytes may be cut anywhere.
  const bool crosses = start + decode(text, start).bytes > max_bytes;
  return text.substr(0, crosses ? start : max_bytes);
}

std::string_view last(std::string_view text, std::size_t max_bytes) {
  std::size_t from = text.size() - std::min(text.size(), max_bytes);
  while (from > 0 && from < text.size() && !begins_character(text[from])) ++from;
  return text.substr(from);
}

std::string_view first_characters(std::string_view text, std::size_t max_characters) {
  if (text.size() <= max_characters)
    return text;
  std::size_t at = 0;
  for (std::size_t count = 0; count < max_characters && at < text.size(); ++count) next(text, at);
  return text.substr(0, at);
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) next(text, at);
  return count;
}

bool is_white_space(char32_t character) {
  if (character < 0x80)
    return character == ' ' || (character >= 0x09 && character <= 0x0D);
  switch (character) {
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return character >= 0x2000 && character <= 0x200A;
  }
}

bool is_blank(std::string_view text) {
  for (std::size_t at = 0; at < text.size();)
    if (!is_white_space(next(text, at)))
      return false;
  return true;
}

std::string repaired(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t character = next(text, at);
    append(out, character == 0 ? replacement : character);
  }
  return out;
}

bool is_control(char32_t character) {
  return character < 0x20 || (character >= 0x7F && character < 0xA0) ||
         (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

namespace {

// Marks of direction: allowed in texts that are written from right to left, and unseen in all.
bool is_direction_mark(char32_t character) {
  return character == 0x061C || character == 0x200E || character == 0x200F;
}

void append_visible(std::string& out, char32_t character) {
  if (!is_control(character) && !is_direction_mark(character))
    return append(out, character);
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    out += digits[(static_cast<std::uint32_t>(character) >> static_cast<unsigned>(shift)) & 0xFU];
}

}  // namespace

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t character = next(text, at);
    if (character == '\n' || character == '\t')
      out += static_cast<char>(character);
    else
      append_visible(out, character);
  }
  return out;
}

std::string excerpt(std::string_view text, std::size_t max_characters) {
  const std::string_view shown = first_characters(text, max_characters);
  std::string out;
  for (std::size_t at = 0; at < shown.size();) {
    const char32_t character = next(shown, at);
    if (character == '\n' || character == '\r' || character == '\t' || character == 0x2028 ||
        character == 0x2029)
      out += ' ';
    else
      append_visible(out, character);
  }
  if (shown.size() < text.size())
    out += "…";
  return out;
}

}  // namespace aim::utf8
