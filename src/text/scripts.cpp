#include "text/scripts.h"

#include <utf8proc.h>

#include "base/utf8.h"

namespace aim::text {
namespace {

struct Range {
  char32_t first, last;
};

bool within(std::span<const Range> ranges, char32_t character) {
  return std::ranges::any_of(ranges, [character](Range range) {
    return character >= range.first && character <= range.last;
  });
}

// Scripts without blanks between words; Korean has them, but glues its particles to the words.
constexpr Range dense_ranges[] = {
    {0x0E00, 0x0EFF},    // Thai, Lao
    {0x1000, 0x109F},    // Burmese
    {0x1100, 0x11FF},    // Hangul letters
    {0x1780, 0x17FF},    // Khmer
    {0x2E80, 0x2FDF},    // radicals
    {0x3005, 0x3007},    // repetition mark, zero
    {0x3021, 0x3029},    // Hangzhou numerals
    {0x3031, 0x303C},    // kana repetition
    {0x3041, 0x312F},    // Hiragana, Katakana, Bopomofo
    {0x3131, 0x318E},    // Hangul letters
    {0x31A0, 0x31FF},    // Bopomofo, strokes, Ainu kana
    {0x3400, 0x4DBF},    // Han
    {0x4E00, 0x9FFF},    // Han
    {0xA960, 0xA97F},    // Hangul letters
    {0xA9E0, 0xA9FF},    // Burmese
    {0xAA60, 0xAA7F},    // Burmese
    {0xAC00, 0xD7FF},    // Hangul
    {0xF900, 0xFAFF},    // Han
    {0xFF66, 0xFFDC},    // half-width Katakana and Hangul
    {0x1AFF0, 0x1B16F},  // old kana
    {0x20000, 0x3FFFD},  // Han
};

// Pictures that are asked for as words are: emoji, dingbats, letters of flags.
constexpr Range emoji_ranges[] = {
    {0x231A, 0x231B},   {0x23E9, 0x23F3},   {0x2600, 0x27BF},   {0x2B50, 0x2B55},
    {0x1F1E6, 0x1F1FF}, {0x1F300, 0x1F3FA}, {0x1F400, 0x1FAFF},
};
constexpr Range skin_tones{0x1F3FB, 0x1F3FF};

// Dense and not changed by folding: spares utf8proc for nearly all such text.
constexpr Range plain_dense_ranges[] = {
    {0x3041, 0x3096}, {0x30A1, 0x30FA}, {0x30FC, 0x30FC},   {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}, {0x20000, 0x2F7FF}, {0x30000, 0x3FFFD},
};

// Where marks are diacritics: Latin, Greek, Cyrillic, Hebrew, Arabic, Syriac, and for all scripts.
constexpr Range diacritic_ranges[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05C7}, {0x0610, 0x06ED},
    {0x0711, 0x074A}, {0x0898, 0x08FF}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x20D0, 0x20FF}, {0x2DE0, 0x2DFF}, {0xA66F, 0xA69F}, {0xFE20, 0xFE2F},
};

constexpr char32_t arabic_stretch = 0x0640;

bool is_letter(int category) {
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}
bool is_mark(int category) {
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}
bool is_number(int category) {
  return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

int category_of(char32_t character) {
  return utf8proc_get_property(static_cast<utf8proc_int32_t>(character))->category;
}

bool is_diacritic(char32_t character) {
  return character == arabic_stretch ||
         (within(diacritic_ranges, character) && is_mark(category_of(character)));
}

// Letters that Unicode does not decompose though people type them without the stroke.
std::u32string_view without_stroke(char32_t character) {
  switch (character) {
    case U'ø':
      return U"o";
    case U'ł':
      return U"l";
    case U'đ':
    case U'ð':
      return U"d";
    case U'ħ':
      return U"h";
    case U'ŧ':
      return U"t";
    case U'ı':
      return U"i";
    case U'æ':
      return U"ae";
    case U'œ':
      return U"oe";
    case U'þ':
      return U"th";
    default:
      return {};
  }
}

bool is_apostrophe(char32_t character) {
  return character == U'\'' || character == 0x2018 || character == 0x2019 || character == 0x02BB ||
         character == 0x02BC || character == 0xFF07;
}

Kind kind_of(char32_t character) {
  if (character < 0x80)
    return ascii_kinds[character];
  const utf8proc_property_t& property =
      *utf8proc_get_property(static_cast<utf8proc_int32_t>(character));
  if (property.ignorable != 0)
    return Kind::ignored;
  if (is_apostrophe(character))
    return Kind::apostrophe;
  if (character == 0x2010 || character == 0x2011)  // hyphens
    return Kind::joiner;
  const int category = property.category;
  const bool radical = character >= 0x2E80 && character <= 0x2FDF;
  if ((radical || within(emoji_ranges, character)) && category == UTF8PROC_CATEGORY_SO)
    return Kind::dense;
  if (within({&skin_tones, 1}, character))
    return Kind::ignored;
  if (!is_letter(category) && !is_mark(category) && !is_number(category))
    return Kind::other;
  if (is_diacritic(character))
    return Kind::ignored;
  if (within(dense_ranges, character))
    return Kind::dense;
  if (category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT)
    return Kind::upper;
  if (category == UTF8PROC_CATEGORY_LL)
    return Kind::lower;
  return is_number(category) ? Kind::digit : Kind::caseless;
}

void fold_to(Character& out, std::u32string_view folded) {
  out.folded_size = static_cast<std::uint8_t>(folded.size());
  std::ranges::copy(folded, out.folded.begin());
}

// The letters, digits and marks among `decomposed`, without diacritics.
std::u32string folded_letters(std::u32string_view decomposed) {
  std::u32string out;
  for (const char32_t character : decomposed) {
    const int category = category_of(character);
    const bool of_words = is_letter(category) || is_mark(category) || is_number(category) ||
                          within(dense_ranges, character) || within(emoji_ranges, character);
    if (!of_words || is_diacritic(character) || is_apostrophe(character))
      continue;
    if (const auto plain = without_stroke(character); !plain.empty())
      out += plain;
    else
      out += character;
  }
  return out;
}

// A letter of its own, though Unicode takes it for one with a mark.
constexpr char32_t short_i = U'\u0439', capital_short_i = U'\u0419';

std::u32string decompose(char32_t character) {
  std::array<utf8proc_int32_t, 32> buffer{};
  int last_boundary = 0;
  const auto size = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(character), buffer.data(), buffer.size(),
      static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD),
      &last_boundary);
  if (size < 1 || static_cast<std::size_t>(size) > buffer.size())
    return std::u32string(1, character);
  std::u32string out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i)
    out += static_cast<char32_t>(buffer[i]);
  return out;
}

// Punctuation and symbols keep their form unless another one is plainly meant (full width, ...).
std::u32string folded_other(char32_t character) {
  if (utf8::is_white_space(character))
    return U" ";
  std::u32string out = decompose(character);
  const bool plain = std::ranges::none_of(
      out, [](char32_t part) { return utf8::is_white_space(part) || is_mark(category_of(part)); });
  return plain ? out : std::u32string(1, character);
}

Character look_up(char32_t character) {
  Character out{character};
  if (within(plain_dense_ranges, character)) {
    out.kind = Kind::dense;
    fold_to(out, {&character, 1});
    return out;
  }
  out.kind = kind_of(character);
  std::u32string folded;
  if (out.kind == Kind::apostrophe)
    folded = U"'";
  else if (out.kind == Kind::joiner)
    folded = character < 0x80 ? character : U'-';
  else if (out.kind == Kind::other)
    folded = folded_other(character);
  else if (character == short_i || character == capital_short_i)
    folded = short_i;
  else if (out.kind != Kind::ignored)
    folded = folded_letters(decompose(character));
  if (folded.size() > out.folded.size())  // a sentence in one character: U+FDFA and its like
    folded = character;
  fold_to(out, folded);
  if (out.folded_size == 0)
    out.kind = Kind::ignored;
  return out;
}

}  // namespace

const Character& describe(char32_t character) {
  // A text uses few characters beyond ASCII, again and again. 24 kB for each thread that meets one.
  constexpr std::size_t slots = 1024;
  using Cache = std::array<Character, slots>;
  thread_local std::unique_ptr<Cache> cache;
  if (!cache)
    cache = std::make_unique<Cache>();
  Character& slot = (*cache)[character % slots];
  if (slot.source != character || character == 0)
    slot = look_up(character);
  return slot;
}

char32_t composed(char32_t first, char32_t second) {
  const bool voicing = second == 0x3099 || second == 0x309A;
  const bool hangul =
      (second >= 0x1161 && second <= 0x1175) || (second >= 0x11A8 && second <= 0x11C2);
  if (!voicing && !hangul)
    return 0;
  std::array<utf8proc_int32_t, 2> pair{static_cast<utf8proc_int32_t>(first),
                                       static_cast<utf8proc_int32_t>(second)};
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  const auto size = utf8proc_normalize_utf32(pair.data(), pair.size(), options);
  return size == 1 ? static_cast<char32_t>(pair[0]) : 0;
}

std::array<char32_t, 3> cases_of(char32_t character) {
  const auto code = static_cast<utf8proc_int32_t>(character);
  return {static_cast<char32_t>(utf8proc_tolower(code)),
          static_cast<char32_t>(utf8proc_toupper(code)),
          static_cast<char32_t>(utf8proc_totitle(code))};
}

bool begins_in_any_case(std::string_view text, std::string_view beginning) {
  std::size_t at = 0, next = 0;
  while (next < beginning.size()) {
    if (at == text.size() ||
        cases_of(utf8::next(text, at)).front() != cases_of(utf8::next(beginning, next)).front())
      return false;
  }
  return true;
}

}  // namespace aim::text
