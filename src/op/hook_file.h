// Memories on a file that an assistant is about to change (V8): those that name it, and
// rules for the folder that it lies in. Few and short, and none that is not surely meant.
// Knows: memories, how texts name files. Must not know: hooks, sessions.
#pragma once
#include "engine/engine.h"
#include "memory/filter.h"

namespace aim::op {

inline constexpr std::int64_t file_budget_tokens = 90;  // lines without their marks

struct FileQuestion {
  std::string file, folder;  // as the host names it; of the project
  Filter filter;
  std::vector<std::string> except = {};  // ids
};
// The surest first, their contents cut to what names the file.
Result<std::vector<Memory>> memories_on_file(Engine& engine, const FileQuestion& question);

}  // namespace aim::op
