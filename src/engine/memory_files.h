// Text files below one folder, each a memory of a namespace whose title is its path: what
// assistants keep with Anthropic's memory tool (X5). Their changes leave versions, and undo brings
// them back. Knows: the store. Must not know: commands, what a path may look like. Threads: any.
// Cost: reads the whole namespace.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"

namespace aim::engine {

inline constexpr std::string_view memory_folder = "/memories";

struct MemoryFile {
  std::string text;
  Key key = 0;  // the memory, 0 for a new file
};
using MemoryFiles = std::map<std::string, MemoryFile>;  // by path

Result<MemoryFiles> read_memory_files(Engine& engine, const std::string& name_space);

// Reads the files, changes them and stores what differs, in one transaction; a file that moves to
// another path keeps its key.
// Errors: those of `change`; validation_failed for a path or text beyond the limits of a memory.
Result<void> change_memory_files(Engine& engine, const std::string& name_space,
                                 const std::function<Result<void>(MemoryFiles&)>& change);

}  // namespace aim::engine
