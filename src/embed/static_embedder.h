// The static table as an Embedder: what everybody has, model or not.
// Threads: all functions from any thread. Cost: some microseconds a text; nothing when the program
// starts.
#pragma once
#include "embed/embedder.h"
#include "embed/static_table.h"
#include "embed/tokenizer.h"

namespace aim::embed {

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
