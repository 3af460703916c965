// The commands of Anthropic's memory tool on a set of files. Errors: the documented text, as the
// whole message.
// Knows: paths and texts. Must not know: the database, MCP.
// Pure.
#pragma once
#include "base/result.h"
#include "op/other_forms.h"

namespace aim::profile::memory_command {

// A path below /memories, without a final slash. Errors: it is outside, or written in a way that
// could lead outside: "..", a backslash, encoded characters.
Result<std::string> checked_path(std::string_view path);

struct LineRange {
  std::int64_t first = 1, last = -1;  // -1: to the end
};
Result<std::string> view(const op::MemoryFiles& files, const std::string& path,
                         const std::optional<LineRange>& range);
Result<std::string> create(op::MemoryFiles& files, const std::string& path, std::string text);
Result<std::string> replace(op::MemoryFiles& files, const std::string& path,
                            const std::string& old_text, const std::string& new_text);
Result<std::string> insert(op::MemoryFiles& files, const std::string& path, std::int64_t line,
                           const std::string& text);
// A folder goes with all below it.
Result<std::string> remove(op::MemoryFiles& files, const std::string& path);
Result<std::string> rename(op::MemoryFiles& files, const std::string& from, const std::string& to);

}  // namespace aim::profile::memory_command
