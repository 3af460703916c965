// Writing another state of a memory, with what follows for the standards that it is.
// Knows: standards. Must not know: why it changes.
#pragma once
#include "engine/engine.h"
#include "store/memories.h"

namespace aim::engine {

// A standard whose words somebody but the owner changes is a proposal again (S61).
inline Result<void> replace_memory(store::Writer& writer, const Engine& engine, const Memory& old,
                                   const Memory& fresh) {
  TRY_VOID(writer.memories.replace(old, fresh));
  const bool same_words = old.title == fresh.title && old.content == fresh.content;
  return engine.by_owner || same_words ? Result<void>()
                                       : writer.memories.doubt_standards_of(old.key);
}

}  // namespace aim::engine
