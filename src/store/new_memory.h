// A memory that is new to a database, with what follows from its texts alone: it may be made before
// the write begins, and by another thread.
// Knows: memories, words. Must not know: how a backend keeps them.
#pragma once
#include "memory/memory.h"
#include "store/types.h"
#include "text/words.h"

namespace aim::store {

struct CutMemory {
  text::CutWords title, content, labels;  // as the text index takes them (memory/indexed_text.h)
  std::vector<std::string> title_stems;   // those that similar titles are compared by
  std::vector<PassageMeta> passages;      // without key and namespace
};

// Of a memory whose texts and times are complete. Pure. Cost: some 20 µs.
CutMemory cut(const Memory& memory);
// The same where the texts of its passages (text/passages.h) are known.
CutMemory cut(const Memory& memory, const std::vector<std::string>& passages);

struct NewMemory {
  Memory* memory;        // gets its key
  const CutMemory* cut;  // null: the backend makes what it needs of it
};

// Hash of a session or a speaker as PassageMeta keeps it; never 0 for a text that is not empty.
std::uint32_t meta_hash(std::string_view text);

// What is kept of the passages of a memory, in their order.
std::vector<PassageMeta> passage_metas(std::int64_t name_space, const Memory& memory);
// The same where its texts to embed are known.
std::vector<PassageMeta> passage_metas(std::int64_t name_space, const Memory& memory,
                                       const std::vector<std::string>& texts);

}  // namespace aim::store
