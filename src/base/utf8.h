// UTF-8: checks, lengths, cuts. Limits are in bytes everywhere (A4); only what a person sees counts
// characters.
#pragma once
#include "base/std.h"

namespace aim::utf8 {

// Well-formed by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_valid(std::string_view text);

// False for a byte that continues a character.
constexpr bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

// Reads the character at `at`, which lies within the text, and moves past it; malformed bytes are
// read as U+FFFD, one byte each.
char32_t next(std::string_view text, std::size_t& at);

// Invalid characters (a surrogate, above U+10FFFF) are written as U+FFFD.
void append(std::string& out, char32_t character);

// The longest prefix of at most `max_bytes` bytes that cuts no character.
std::string_view cut(std::string_view text, std::size_t max_bytes);

// The longest end of at most `max_bytes` bytes that cuts no character.
std::string_view last(std::string_view text, std::size_t max_bytes);

// The first `max_characters` characters.
std::string_view first_characters(std::string_view text, std::size_t max_characters);

std::size_t count_characters(std::string_view text);

// Unicode's property White_Space.
bool is_white_space(char32_t character);
// Whether a text is empty, or white space alone.
bool is_blank(std::string_view text);

// Control characters of either set, and what turns the direction of writing round: a terminal obeys
// them, and a reader is shown something else than what is there.
bool is_control(char32_t character);

// Foreign text made safe to show: valid, control characters as "\\u001b", line ends and tabs as
// they are.
std::string visible(std::string_view text);

// The same text; each malformed byte, and each NUL, becomes U+FFFD.
std::string repaired(std::string_view text);

// Foreign text inside a sentence of ours: as visible(), and on one line; cut with "…" at
// `max_characters`.
std::string excerpt(std::string_view text, std::size_t max_characters);

// Without the byte order mark that some programs begin a file with.
inline std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace aim::utf8
