#include "engine/search/query.h"

#include <algorithm>

#include "engine/vectors/embeddings.h"
#include "engine/vectors/previous_model.h"
#include "engine/vectors/remote.h"
#include "store/passages.h"
#include "store/types.h"
#include "text/words.h"

namespace aim::engine {
namespace {

// What one embedder is asked.
struct Asking {
  std::string_view text, telling;
  const store::Stop& stop;
  AskedOnce* once;  // may be null
};

ChannelQuery made_by(const embed::Embedder& embedder, const Asking& asking) {
  ChannelQuery out;
  auto made = embed_until(embedder, {&asking.text, 1}, embed::Role::query, asking.stop);
  const auto is_zero = [](float number) { return number == 0; };
  if (!made || std::all_of(made->begin(), made->end(), is_zero))
    return out;
  out.vector = std::move(*made);
  out.coverage = embedder.coverage(asking.text).pieces;
  out.known_words = embedder.coverage(asking.telling).words;
  return out;
}

ChannelQuery asked_by(const embed::Embedder* embedder, const Asking& asking) {
  if (!embedder)
    return {};
  if (!asking.once)
    return made_by(*embedder, asking);
  const embed::Identity& identity = embedder->identity();
  if (const ChannelQuery* made = asking.once->find(identity, asking.text))
    return *made;
  return asking.once->keep(identity, asking.text, made_by(*embedder, asking));
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

QueryVectors query_vectors(Engine& engine, const Query& query, AskedOnce* once) {
  QueryVectors out;
  if (!query.by_meaning)
    return out;
  const std::string telling = telling_part(query.text);
  const Asking asking{query.text, telling, engine.database.stop(), once};
  Embeddings& embeddings = engine.embeddings;
  out.built_in = asked_by(embeddings.built_in(), asking);
  const embed::Embedder* model = embeddings.model();
  out.model = asked_by(model, asking);
  if (out.model.is_asked()) {
    out.asked_model = model;
    out.older_model = older_model(engine, *model);
    out.older = asked_by(out.older_model, asking);
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
