#include "text/clusters.h"

namespace aim::text {
namespace {

// What a code point is to the cluster it stands in.
enum class Part {
  other,      // a unit by itself
  leading,    // a vowel written before its consonant
  consonant,  // or an independent vowel
  mark,       // above, below or around the consonant
  following,  // a vowel written after it
  stacker,    // the next consonant is written below this one
  killer,     // the consonant before has no vowel: it closes the cluster before it
};

constexpr char32_t dot_below = 0x1037;

constexpr bool within(char32_t character, char32_t first, char32_t last) {
  return character >= first && character <= last;
}

// The two blocks are laid out alike; c counts from the beginning of either.
Part thai_or_lao(char32_t c) {
  if (within(c, 0x40, 0x44))
    return Part::leading;
  if (within(c, 0x01, 0x2E) || within(c, 0x5C, 0x5F))
    return Part::consonant;
  if (c == 0x30 || c == 0x32 || c == 0x33 || c == 0x45 || c == 0x3D)
    return Part::following;
  if (c == 0x31 || within(c, 0x34, 0x3C) || within(c, 0x47, 0x4E))
    return Part::mark;
  return Part::other;
}

Part khmer(char32_t character) {
  if (within(character, 0x1780, 0x17B3))
    return Part::consonant;
  if (character == 0x17D2)
    return Part::stacker;
  if (within(character, 0x17B4, 0x17D1) || character == 0x17D3 || character == 0x17DD)
    return Part::mark;
  return Part::other;
}

Part burmese(char32_t character) {
  if (within(character, 0x1000, 0x102A) || character == 0x103F || character == 0x104E ||
      within(character, 0x1050, 0x1055) || character == 0x1061 || character == 0x1065 ||
      character == 0x1066 || within(character, 0x106E, 0x1070) ||
      within(character, 0x1075, 0x1081) || character == 0x108E)
    return Part::consonant;
  if (character == 0x1039)
    return Part::stacker;
  if (character == 0x103A)
    return Part::killer;
  if (within(character, 0x102B, 0x103E) || within(character, 0x1056, 0x1060) ||
      within(character, 0x1062, 0x1064) || within(character, 0x1067, 0x106D) ||
      within(character, 0x1071, 0x1074) || within(character, 0x1082, 0x108D) ||
      character == 0x108F || within(character, 0x109A, 0x109D))
    return Part::mark;
  return Part::other;
}

Part burmese_extended(char32_t character) {
  if (character == 0xA9E5 || within(character, 0xAA7B, 0xAA7D))
    return Part::mark;
  if (within(character, 0xA9E0, 0xA9EF) || within(character, 0xA9FA, 0xA9FE) ||
      within(character, 0xAA60, 0xAA76) || character == 0xAA7A || character >= 0xAA7E)
    return Part::consonant;
  return Part::other;
}

Part part_of(char32_t character) {
  if (within(character, 0x0E00, 0x0E7F))
    // Thai has a currency sign and Lao a half vowel where the other has nothing.
    return character == 0x0E3F ? Part::other : thai_or_lao(character - 0x0E00);
  if (within(character, 0x0E80, 0x0EFF))
    return thai_or_lao(character - 0x0E80);
  if (within(character, 0x1000, 0x109F))
    return burmese(character);
  if (within(character, 0x1780, 0x17FF))
    return khmer(character);
  if (within(character, 0xA9E0, 0xA9FF) || within(character, 0xAA60, 0xAA7F))
    return burmese_extended(character);
  return Part::other;
}

class Reader {
 public:
  Reader(std::u32string_view text, std::size_t at)
      : text_(text.substr(0, std::min(text.size(), at + max_cluster))), at_(at) {}

  std::size_t read() {
    const Part first = part(at_++);
    if (first == Part::other)
      return at_;
    if (first == Part::leading && part(at_) == Part::consonant)
      ++at_;
    take_marks();
    while (part(at_) == Part::following) ++at_;
    take_closing();
    return at_;
  }

 private:
  Part part(std::size_t at) const { return at < text_.size() ? part_of(text_[at]) : Part::other; }

  // Marks, and what is stacked below.
  void take_marks() {
    for (;;) {
      const Part next = part(at_);
      if (next == Part::stacker && part(at_ + 1) == Part::consonant)
        at_ += 2;
      else if (next == Part::mark || next == Part::killer || next == Part::stacker)
        ++at_;
      else
        return;
    }
  }
  // Burmese consonants without a vowel of their own: killed, the tone written before the sign or
  // after it.
  void take_closing() {
    while (part(at_) == Part::consonant) {
      const std::size_t end = at_ + 1 + (at_ + 1 < text_.size() && text_[at_ + 1] == dot_below);
      if (part(end) != Part::killer)
        return;
      at_ = end + 1;
      take_marks();
    }
  }

  std::u32string_view text_;
  std::size_t at_;
};

}  // namespace

bool has_clusters(char32_t character) {
  return part_of(character) != Part::other;
}

std::size_t cluster_end(std::u32string_view text, std::size_t at) {
  if (!within(text[at], 0x0E00, 0xAA7F) || within(text[at], 0x1800, 0xA9DF))
    return at + 1;
  return Reader(text, at).read();
}

}  // namespace aim::text
