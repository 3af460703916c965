// What one character is to the WordPiece tokenizers of BERT (uncased), as the published ones see
// it: their tables are those of older Unicode versions, and vectors are only right when ours are
// the same.
// Knows: code points. Must not know: words, vocabularies.
// Threads: every function from any thread.
#pragma once
#include "base/std.h"

namespace aim::embed {

enum class CharacterKind : std::uint8_t {
  word,         // part of a word
  blank,        // between words
  dropped,      // as if it were not there: controls, marks without width
  punctuation,  // a word of its own
  ideograph,    // a word of its own, too; its folded form may be one of other kinds
};

CharacterKind kind_of(char32_t character);

// Decomposed and in lower case. May contain characters that are to be dropped.
struct FoldedCharacter {
  std::array<char32_t, 4> characters{};
  std::size_t size = 0;
};
FoldedCharacter fold(char32_t character);

}  // namespace aim::embed
