// SentencePiece's unigram tokenizer, as multilingual models want it: of all ways to cut a word into
// pieces the most likely one, the same as the published tokenizer's for every text.
// Knows: pieces, how likely they are, the table of characters; all in one run of bytes that is part
// of a packed model. docs/formats/unigram.md. Must not know: models, vectors.
// Threads: all functions from any thread. Cost: ~0.3 µs a character; linear in the text, whatever
// it holds. Errors: over() refuses bytes that are no such section; a damaged one gives wrong
// pieces, but nothing outside the bytes is read.
// Source: B5; docs/decisions/0037.
#pragma once
#include "embed/characters.h"
#include "embed/embedder.h"
#include "embed/vocabulary.h"

namespace aim::embed {

struct UnigramParts {
  std::vector<std::string> pieces;  // none twice
  std::vector<double> scores;       // of each piece the logarithm of its probability
  std::uint32_t unknown = 0, begin = 0, end = 0;
  std::vector<std::uint32_t> specials;  // what is found in a text as it is written
  std::string characters;               // the table of characters; may be empty
};

// Stands for a blank in pieces: U+2581.
inline constexpr std::string_view blank_mark = "\xE2\x96\x81";

// The limits of parts: what exceeds them is refused where it is read.
inline constexpr std::size_t max_piece_bytes = 1024, max_specials = 64;

std::string build_unigram(const UnigramParts& parts);
bool is_unigram(std::string_view bytes);

class Unigram {
 public:
  // The bytes must outlive it.
  static Result<Unigram> over(std::string_view bytes);

  // The begin, pieces, the end: at most `max_tokens` (two at least), cut at the end of the text.
  std::vector<std::uint32_t> encode(std::string_view text, std::size_t max_tokens) const;

  // As Tokenizer::coverage. In scripts that are written without blanks each piece counts as a word.
  Coverage coverage(std::string_view text) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  struct Part {  // of a word
    std::size_t begin = 0, end = 0;
    std::uint32_t id = 0;
  };
  struct Node;
  class Walk;

  explicit Unigram(Vocabulary vocabulary) : vocabulary_(vocabulary) {}
  double score(std::uint32_t id) const;
  std::optional<std::uint32_t> find(std::string_view piece, std::uint32_t hash) const;
  void cut_word(std::string_view word, std::vector<Node>& nodes, std::vector<Part>& out) const;
  template <class Seen>
  bool each_word(std::string_view text, const Seen& seen) const;

  Vocabulary vocabulary_;
  CharacterMap characters_;
  std::string_view scores_;
  double unknown_score_ = 0;
  std::uint32_t unknown_ = 0, begin_ = 0, end_ = 0, longest_ = 0;
  std::vector<std::uint32_t> specials_;
};

}  // namespace aim::embed
