// What one character is to the WordPiece tokenizers of BERT (uncased), as the published ones see
// it: their tables are those of older Unicode versions, and vectors are only right when ours are
// the same.
// Knows: code points. Must not know: words, vocabularies.
// Threads: every function from any thread.
#pragma once
#include "base/result.h"
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

// What SentencePiece does to a text before it is cut: characters and short clusters of them are
// replaced by others (width, ligatures, blanks), by a table that comes with the model: a double
// array of little-endian units, then the replacements. The result is that of the published
// tokenizers, which take the shortest entry that a cluster begins with.
class CharacterMap {
 public:
  // Changes nothing.
  CharacterMap() = default;
  // The bytes must outlive it; none at all change nothing.
  static Result<CharacterMap> over(std::string_view bytes);

  // Malformed bytes are taken for U+FFFD.
  std::string apply(std::string_view text) const;

 private:
  std::optional<std::string_view> replacement_of(std::string_view cluster) const;
  std::uint32_t unit(std::uint32_t index) const;
  void append_cluster(std::string_view cluster, std::string& out) const;

  std::string_view units_, replacements_;
};

}  // namespace aim::embed
