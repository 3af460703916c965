// How a call writes what can be undone (engine/undo.h).
// Must not know: what is written, how it is taken back.
#pragma once
#include "base/std.h"
#include "engine/engine.h"
#include "store/memories.h"

namespace aim::engine {

// A write whose changes can be undone together, with those of the other writes of its call.
template <class Use>
std::invoke_result_t<Use, store::Writer&> write_step(Engine& engine, std::string_view action,
                                                     Use use) {
  const Time now = engine.clock.now();
  return engine.database.write(
      [&](store::Writer& writer) -> std::invoke_result_t<Use, store::Writer&> {
        TRY_VOID(writer.memories.begin_step());
        auto done = use(writer);
        if (done)
          TRY_VOID(writer.memories.end_step(action, now));
        return done;
      });
}

// Writing another state of a memory, with what follows for the standards that it is.

// A standard whose words somebody but the owner changes is a proposal again (S61).
inline Result<void> replace_memory(store::Writer& writer, const Engine& engine, const Memory& old,
                                   const Memory& fresh) {
  TRY_VOID(writer.memories.replace(old, fresh));
  const bool same_words = old.title == fresh.title && old.content == fresh.content;
  return engine.by_owner || same_words ? Result<void>()
                                       : writer.memories.doubt_standards_of(old.key);
}

}  // namespace aim::engine
