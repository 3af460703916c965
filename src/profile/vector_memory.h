// The profile vector-memory (J1–J9): eight tools and three resources over two stores, the user's
// and the project's. The engine that a call brings is the user's store; the project's comes with
// the settings.
// Knows: op/pair, surfaces. Must not know: where the stores lie, SQL, configuration files.
#pragma once
#include "mcp/surface/surface.h"
#include "op/two_stores/context.h"
#include "profile/vector_tools.h"

namespace aim::profile {

mcp::Surface vector_memory(const VectorMemory& settings);
// What texts of hooks refer to, by the names it has here.
inline constexpr op::two_stores_text::Names vector_names{
    .whole_memory = "list_memories with memory_id",
    .weighty = "memory://core, memory://high",
    .import_notes = "import_markdown_memories"};

}  // namespace aim::profile
