// Characters: what one is to a word (letter, digit, joiner, ...) and what it is folded to.
// Knows: Unicode (utf8proc). Must not know: words, stems, stop words.
// Folding: case, compatibility forms (full width, ligatures) and the diacritics of scripts where
// they are no letters; the voicing marks of kana and the vowels of Thai or Devanagari stay.
// Threads: every function from any thread. Cost: ~2 ns for a character seen lately, 100 ns else.
#pragma once
#include "base/std.h"

namespace aim::text {

enum class Kind : std::uint8_t {
  other,       // separates words
  ignored,     // invisible, or a diacritic: as if it were not there
  joiner,      // between two parts of an identifier
  apostrophe,  // ' and the characters used for it
  upper,
  lower,
  caseless,  // letters without case, and marks that are letters
  digit,
  dense,  // of a script written without blanks
};

// A character of a word of a script written with blanks.
constexpr bool is_spaced(Kind kind) {
  return kind >= Kind::upper && kind <= Kind::digit;
}

constexpr Kind ascii_kind(unsigned char character) {
  if (character >= 'a' && character <= 'z')
    return Kind::lower;
  if (character >= 'A' && character <= 'Z')
    return Kind::upper;
  if (character >= '0' && character <= '9')
    return Kind::digit;
  switch (character) {
    case '.':
    case '_':
    case '-':
    case ':':
    case '/':
    case '\\':
    case '@':
    case '#':
    case '+':
    case '~':
      return Kind::joiner;
    case '\'':
      return Kind::apostrophe;
    default:
      return Kind::other;
  }
}

inline constexpr auto ascii_kinds = [] {
  std::array<Kind, 128> kinds{};
  for (unsigned char character = 0; character < kinds.size(); ++character)
    kinds[character] = ascii_kind(character);
  return kinds;
}();

struct Character {
  char32_t source = 0;
  Kind kind = Kind::other;
  std::uint8_t folded_size = 0;  // 0 if ignored
  std::array<char32_t, 4> folded{};
};

// Any code point. The reference is valid until this thread asks for the next one.
const Character& describe(char32_t character);

// The one character two neighbours make (kana and voicing mark, Hangul letters); 0: they make none.
char32_t composed(char32_t first, char32_t second);

// A character in lower case, upper case and as the first of a title, where each is one character.
std::array<char32_t, 3> cases_of(char32_t character);
// Whether the text begins so; capitals and small letters are the same.
bool begins_in_any_case(std::string_view text, std::string_view beginning);

}  // namespace aim::text
