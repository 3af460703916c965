// The tokenizer of a packed model, whichever kind it is: its section says so itself.
// Knows: the kinds. Must not know: how they cut.
// Threads: all functions from any thread. Errors: unavailable when the section is damaged.
#pragma once
#include <variant>

#include "embed/tokenizer.h"
#include "embed/unigram.h"

namespace aim::embed {

class ModelTokenizer {
 public:
  // The bytes must outlive it.
  static Result<ModelTokenizer> over(std::string_view section);

  // With what goes round a text: at most `max_tokens`.
  std::vector<std::uint32_t> encode(std::string_view text, std::size_t max_tokens) const;
  Coverage coverage(std::string_view text) const;
  const Vocabulary& vocabulary() const;

 private:
  explicit ModelTokenizer(std::variant<Tokenizer, Unigram> kind) : kind_(std::move(kind)) {}

  std::variant<Tokenizer, Unigram> kind_;
};

}  // namespace aim::embed
