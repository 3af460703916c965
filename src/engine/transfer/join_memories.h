// States of memories from another device of the same person join those of this one
// (docs/decisions/0100): of each memory the last change holds, be it a deletion, and the order in
// which changes come does not matter. Where several claim one title, who has it is a function of
// what is known (memory/titles.h); that is no change of a memory.
// Must not know: how changes travel. Runs inside a write.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"
#include "store/store.h"

namespace aim::engine {

class JoinMemories {
 public:
  // `from`: a snapshot of what came.
  JoinMemories(store::Reader& from, store::Writer& writer) : from_(from), writer_(writer) {}

  // Memories of one batch make room for each other: titles that were swapped stay two memories.
  Result<void> take(std::vector<Memory> memories);
  // With the title that it claims, or a marked one where an older memory has that title.
  Result<void> place(Memory fresh, std::optional<Memory> mine);

  std::int64_t added() const { return added_; }
  std::int64_t changed() const { return changed_; }
  // Memories whose texts are new here.
  const std::vector<Memory>& written() const { return written_; }
  // Ids of memories that differ from what came: the state of this store holds, or a part of it.
  const std::vector<std::string>& kept() const { return kept_; }

 private:
  Result<void> take(std::size_t number);
  Result<bool> take_waiting(const std::string& id);
  Result<void> write(Memory fresh, const std::optional<Memory>& mine);
  Result<void> revive(const Memory& memory);
  Result<Memory> beside(const Memory& memory);

  store::Reader& from_;
  store::Writer& writer_;
  std::vector<Memory> batch_;
  std::vector<bool> taken_;
  std::vector<Memory> written_;
  std::vector<std::string> kept_;
  std::int64_t added_ = 0, changed_ = 0;
};

// After any changes: who stands beside a title that is free now, or that a younger memory has, gets
// it; one that says the same as the memory that has it becomes one with that. One look-up where
// nobody stands beside a title.
Result<void> settle_titles(Engine& engine);

}  // namespace aim::engine
