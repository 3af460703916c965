// How well a former state of a memory may answer a question, in place of the index, which holds
// present states only: by the words of the question that it holds, and by the static table. It
// chooses candidates; their order is the ranking's.
// Cost: some 50 µs a memory. Must not know: versions, the store.
#pragma once
#include <unordered_set>

#include "embed/embedder.h"
#include "engine/engine.h"
#include "engine/search/asked_once.h"
#include "engine/search/found.h"
#include "memory/memory.h"

namespace aim::engine {

class MayAnswer {
 public:
  MayAnswer(Engine& engine, const Query& query);
  // 0: it does not.
  Result<double> operator()(const Memory& memory) const;
  // The words of the question, as the index has them.
  std::vector<std::string> words() const { return {words_.begin(), words_.end()}; }

 private:
  std::unordered_set<std::string> words_;
  const embed::Embedder* table_;
  ChannelQuery by_table_;
};

}  // namespace aim::engine
