// New memories in large numbers: what follows from their texts is made ahead of the write, on other
// threads (docs/decisions/0092), and they are written many a transaction.
// Knows: words, vectors. Must not know: where the memories come from.
#pragma once
#include <unordered_map>

#include "base/in_order.h"
#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "memory/memory.h"
#include "store/new_memory.h"

namespace aim::engine {

// Data of a memory that follows from its texts alone.
struct MadeOfTexts {
  store::CutMemory cut;
  TextVectors of_table;
};
// The texts and times of the memory are complete. `table` null: no vectors. Any thread.
Result<MadeOfTexts> make_of_texts(const embed::Embedder* table, const Memory& memory);

// Writes memories into a store to which nobody else writes. Threads: one at a time.
class NewMemories {
 public:
  // `embeddings` outlives it; null: no vectors are wanted.
  NewMemories(store::Access to, const Embeddings* embeddings);

  // Writes earlier ones when there are many.
  Result<void> add(Memory memory);
  Result<void> write_rest();

  // Keys of the memories that were written, by id.
  const std::unordered_map<std::string, Key>& keys() const { return keys_; }
  // Number of memories whose id or title another one has.
  std::int64_t refused() const { return refused_; }

 private:
  struct One {
    Memory memory;
    MadeOfTexts made = {};
  };
  struct Piece {
    std::vector<One> memories;
    Result<void> done = {};
  };

  void make(Piece& piece) const;
  // The next finished pieces, at most as many as a transaction takes.
  std::vector<Piece> take();
  Result<void> write(std::vector<Piece> pieces);

  store::Access to_;
  const Embeddings* embeddings_;
  const embed::Embedder* table_;
  Piece next_;
  std::size_t next_bytes_ = 0;
  std::unordered_map<std::string, Key> keys_;
  std::int64_t refused_ = 0;
  InOrder<Piece> ahead_;  // last: its threads use the others
};

}  // namespace aim::engine
