// What SentencePiece does to a text before it is cut: characters and short clusters of them are
// replaced by others (width, ligatures, blanks), by a table that comes with the model: a double
// array of little-endian units, then the replacements. The result is that of the published
// tokenizers, which take the shortest entry that a cluster begins with.
// Knows: the table's bytes, which are a stranger's. Must not know: pieces.
// Threads: all functions from any thread. Errors: over() refuses what is no such table; in a
// damaged one entries are missed or wrong, but nothing outside the bytes is read.
// Source: B5.
#pragma once
#include "base/result.h"

namespace aim::embed {

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
