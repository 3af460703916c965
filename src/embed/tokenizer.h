// WordPiece, as BERT's uncased models want it: texts to numbers of pieces, the same as the
// published tokenizer's for every text. (Two marks that both have width, both combine, and stand in
// an order that is not canonical keep that order; no vocabulary has such pieces.)
// Knows: a vocabulary. Must not know: models, vectors.
// Threads: all functions from any thread; each keeps the pieces of words that it met, as texts say
// the same words again and again.
// Cost: ~30 ns a token that was met before, ~100 ns another; linear in the text, whatever it holds;
// bytes that are no UTF-8 are passed over.
// Source: B5.
#pragma once
#include "embed/embedder.h"
#include "embed/vocabulary.h"

namespace aim::embed {

class Tokenizer {
 public:
  // Fails when the vocabulary lacks [UNK], [CLS] or [SEP].
  static Result<Tokenizer> over(Vocabulary vocabulary);

  // [CLS], pieces, [SEP]: at most `max_tokens` (two at least), cut at the end of the text.
  std::vector<std::uint32_t> encode(std::string_view text, std::size_t max_tokens) const;

  // The pieces alone, appended to `out` until it has `max_size`.
  void append_pieces(std::string_view text, std::size_t max_size,
                     std::vector<std::uint32_t>& out) const;

  Coverage coverage(std::string_view text) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  struct Special {
    std::string_view written;
    std::uint32_t id;
  };

  explicit Tokenizer(Vocabulary vocabulary);

  Vocabulary vocabulary_;
  std::uint64_t number_;  // of this vocabulary, as long as the process lives
  std::uint32_t unknown_ = 0, begin_ = 0, end_ = 0;
  std::vector<Special> specials_;  // what is found in a text as it is written
};

}  // namespace aim::embed
