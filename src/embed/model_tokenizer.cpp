#include "embed/model_tokenizer.h"

namespace aim::embed {

Result<ModelTokenizer> ModelTokenizer::over(std::string_view section) {
  if (is_unigram(section))
    return ModelTokenizer(TRY(Unigram::over(section)));
  return ModelTokenizer(TRY(Tokenizer::over(TRY(Vocabulary::over(section)))));
}

std::vector<std::uint32_t> ModelTokenizer::encode(std::string_view text,
                                                  std::size_t max_tokens) const {
  return std::visit([&](const auto& kind) { return kind.encode(text, max_tokens); }, kind_);
}

Coverage ModelTokenizer::coverage(std::string_view text) const {
  return std::visit([&](const auto& kind) { return kind.coverage(text); }, kind_);
}

const Vocabulary& ModelTokenizer::vocabulary() const {
  return std::visit([](const auto& kind) -> const Vocabulary& { return kind.vocabulary(); }, kind_);
}

}  // namespace aim::embed
