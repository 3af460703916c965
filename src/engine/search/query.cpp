#include "engine/search/query.h"

#include <algorithm>

#include "engine/vectors/previous_model.h"
#include "store/passages.h"
#include "text/words.h"

namespace aim::engine {
namespace {

ChannelQuery asked_by(const embed::Embedder* embedder, std::string_view text,
                      std::string_view telling) {
  ChannelQuery out;
  if (!embedder)
    return out;
  auto made = embedder->embed({&text, 1}, embed::Role::query);
  const auto is_zero = [](float number) { return number == 0; };
  if (!made || std::all_of(made->begin(), made->end(), is_zero))
    return out;
  out.vector = std::move(*made);
  out.coverage = embedder->coverage(text).pieces;
  out.known_words = embedder->coverage(telling).words;
  return out;
}

// The words of a question that are not common; all of it when there is none.
std::string telling_part(std::string_view question) {
  std::string out;
  for (const text::QueryWord& word : text::query_words(question))
    if (!word.common)
      out.append(out.empty() ? "" : " ").append(word.written);
  return out.empty() ? std::string(question) : out;
}

}  // namespace

QueryVectors query_vectors(Engine& engine, const Query& query) {
  QueryVectors out;
  if (!query.by_meaning)
    return out;
  const std::string telling = telling_part(query.text);
  out.built_in = asked_by(engine.embeddings.built_in(), query.text, telling);
  const embed::Embedder* model = engine.embeddings.model();
  out.model = asked_by(model, query.text, telling);
  if (out.model.is_asked()) {
    out.older_model = older_model(engine, *model);
    out.older = asked_by(out.older_model, query.text, telling);
  }
  return out;
}

std::vector<std::uint32_t> names_in(std::string_view question) {
  std::vector<std::uint32_t> names;
  std::string before;
  for (const std::string& word : text::exact_words(question)) {
    names.push_back(store::meta_hash(word));
    if (!before.empty())
      names.push_back(store::meta_hash(before + " " + word));
    before = word;
  }
  return names;
}

}  // namespace aim::engine
