// Writing another state of a memory, with what follows for the standards that it is.
// Knows: standards. Must not know: why it changes.
#pragma once
#include "engine/engine.h"

namespace aim::engine {

// A standard whose words somebody but the owner changes is a proposal again (S61).
Result<void> replace_memory(store::Writer& writer, const Engine& engine, const Memory& old,
                            const Memory& fresh);

}  // namespace aim::engine
