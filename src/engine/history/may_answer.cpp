#include "engine/history/may_answer.h"

#include "engine/search/understand.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/vectorize.h"
#include "index/flat.h"
#include "store/new_memory.h"
#include "text/passages.h"

namespace aim::engine {
namespace {

constexpr double least_cosine = 0.3;  // below, two texts have nothing to do with each other

}  // namespace

MayAnswer::MayAnswer(Engine& engine, const Query& query) : table_(engine.embeddings.built_in()) {
  for (const store::Phrase& phrase : understand(query.text, Match::any).phrases)
    words_.insert(phrase.begin(), phrase.end());
  if (query.by_meaning)
    by_table_ = query_vectors(engine, query).built_in;
}

Result<double> MayAnswer::operator()(const Memory& memory) const {
  const store::CutMemory cut = store::cut(memory);
  std::unordered_set<std::string_view> held;
  for (const text::CutWords* each : {&cut.title, &cut.content, &cut.labels})
    each->each([&](std::string_view word, bool) {
      if (const auto found = words_.find(std::string(word)); found != words_.end())
        held.insert(*found);
      return true;
    });
  double best =
      words_.empty() ? 0 : static_cast<double>(held.size()) / static_cast<double>(words_.size());
  if (!table_ || !by_table_.is_asked())
    return best;
  for (const store::VectorRow& row : TRY(rows_of(*table_, text::texts_to_embed(memory)))) {
    const auto numbers = index::restore(row.head.scale, row.high, row.low);
    double cosine = 0;
    for (std::size_t i = 0; i < std::min(numbers.size(), by_table_.vector.size()); ++i)
      cosine += double{numbers[i]} * double{by_table_.vector[i]};
    if (cosine >= least_cosine)
      best = std::max(best, cosine);
  }
  return best;
}

}  // namespace aim::engine
