#include "embed/static_embedder.h"

#include <cassert>

namespace aim::embed {

const StaticEmbedder& StaticEmbedder::builtin() {
  static const StaticEmbedder it = [] {
    auto made = over(StaticTable::builtin());
    assert(made && "the table inside the program has a vocabulary");
    return std::move(*made);
  }();
  return it;
}

Result<StaticEmbedder> StaticEmbedder::over(const StaticTable& table) {
  auto tokenizer = TRY(Tokenizer::over(TRY(Vocabulary::over(table.vocabulary()))));
  return StaticEmbedder(table, std::move(tokenizer));
}

Result<std::vector<float>> StaticEmbedder::embed(std::span<const std::string_view> texts,
                                                 Role) const {
  const std::size_t dimension = table_->dimension();
  std::vector<float> out(texts.size() * dimension);
  std::vector<std::uint32_t> pieces;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    pieces.clear();
    tokenizer_.append_pieces(texts[i], max_tokens(), pieces);
    table_->embed(pieces, std::span(out).subspan(i * dimension, dimension));
  }
  return out;
}

}  // namespace aim::embed
