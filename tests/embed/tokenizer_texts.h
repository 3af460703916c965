// A vocabulary in which every character is a piece, and every code point as a text: what shows how
// a tokenizer sees each. tests/embed/tokenizer.py makes the same ones for the published tokenizer.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"

namespace aim::embed {

inline constexpr char32_t code_points = 0x110000;

inline bool is_surrogate(char32_t character) {
  return character >= 0xD800 && character <= 0xDFFF;
}

// All code points, or, where each costs much, those of the scripts in daily use and every sixteenth
// of the others.
enum class Points { all, sampled };
inline bool is_tried(char32_t character, Points points) {
  return !is_surrogate(character) &&
         (points == Points::all || character < 0x3100 || character % 16 == 0);
}

// [PAD] [UNK] [CLS] [SEP] [MASK], then each code point as a word, then each as a continuation;
// "<none>" for those that are not tried.
inline std::vector<std::string> vocabulary_of_characters(Points points) {
  std::vector<std::string> out{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
  for (const char* mark : {"", "##"})
    for (char32_t character = 0; character < code_points; ++character) {
      out.emplace_back(mark);
      if (is_tried(character, points))
        utf8::append(out.back(), character);
      else
        out.back() += "<none>";
    }
  return out;
}

// Between two letters: whether it divides, is dropped, or belongs to the word.
inline std::string text_around(char32_t character) {
  std::string out = "q";
  utf8::append(out, character);
  return out += "Q";
}

// FNV-1a, 64 bits, over numbers in little endian.
class TokenHash {
 public:
  void add(const std::vector<std::uint32_t>& tokens) {
    for (const std::uint32_t token : tokens)
      for (int shift = 0; shift < 32; shift += 8) {
        value_ = (value_ ^ (token >> shift & 0xFFU)) * 1099511628211U;
      }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037U;
};

}  // namespace aim::embed
