// Meaning without a model file: a vector for each piece of the vocabulary, made beforehand from
// all-MiniLM-L6-v2; a text's vector is the sum of its pieces' vectors. A few megabytes inside the
// binary.
// Knows: numbers of pieces. Must not know: texts, how they become pieces.
// Threads: all functions from any thread. Errors: over() refuses bytes that are no table; rows that
// are damaged give wrong vectors, which intact() tells. Cost: ~100 ns a piece; nothing when the
// program starts. Same bits on every machine: sums of whole numbers, then one square root and one
// division a number.
// Source: B6; docs/formats/static_table.md has the layout.
#pragma once
#include "base/result.h"
#include "embed/embedder.h"
#include "embed/tokenizer.h"

namespace aim::embed {

class StaticTable {
 public:
  // Pieces of a text after this many are passed over: so many fit into the sums.
  static constexpr std::size_t max_pieces = 4096;

  // The one inside the program.
  static const StaticTable& builtin();

  // The bytes must outlive it. Looks at the header only: a program that starts has no time for
  // more.
  static Result<StaticTable> over(std::string_view bytes);

  // Reads all of it: whether the bytes are those that were written.
  bool intact() const;

  // An image for Vocabulary::over, whose numbers are the rows.
  std::string_view vocabulary() const { return vocabulary_; }
  std::size_t rows() const { return rows_; }
  std::size_t dimension() const { return identity_.dimension; }
  const Identity& identity() const { return identity_; }

  // `out` has `dimension()` numbers: of unit length, or all zero when no piece means anything.
  // Unknown numbers mean nothing.
  void embed(std::span<const std::uint32_t> pieces, std::span<float> out) const;

 private:
  StaticTable() = default;

  std::string_view digest_, body_;  // the SHA-256 of the body, and the body
  std::string_view vocabulary_, scales_, values_;
  std::size_t rows_ = 0;
  Identity identity_;
};

// The static table as an Embedder: what everybody has, model or not.
class StaticEmbedder final : public Embedder {
 public:
  // The one inside the program.
  static const StaticEmbedder& builtin();

  // `table` must outlive it. Errors: its vocabulary is none.
  static Result<StaticEmbedder> over(const StaticTable& table);

  const Identity& identity() const override { return table_->identity(); }
  std::size_t max_tokens() const override { return StaticTable::max_pieces; }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts,
                                   Role role) const override;
  Coverage coverage(std::string_view text) const override { return tokenizer_.coverage(text); }

 private:
  StaticEmbedder(const StaticTable& table, Tokenizer tokenizer)
      : table_(&table), tokenizer_(std::move(tokenizer)) {}

  const StaticTable* table_;
  Tokenizer tokenizer_;
};

}  // namespace aim::embed
