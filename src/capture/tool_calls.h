// Files and commands of calls of tools, from the text of a turn as imports keep it: the tool's
// name, then the file or the command, then other arguments.
// Knows: names of tools of assistants. Must not know: how a host writes calls.
// Pure functions; any thread. Source: X2.
#pragma once
#include "base/std.h"

namespace aim {

// Tells commands of a shell that may change something from those that only show it, by their words.

// Whether a command only shows something: such a command solves no error. A command that is not
// known may do anything.
bool only_shows(std::string_view command);

enum class ToolKind { read, edit, command };
struct ToolCall {
  ToolKind kind = ToolKind::command;
  std::string tool;
  std::string command;             // only where `kind` is command
  std::vector<std::string> files;  // read or changed; also those of a patch within a command
};
// None in the result of a tool, nor in calls of unknown tools.
std::vector<ToolCall> tool_calls(std::string_view turn);

// Whether a file of a call is meant by a path: the same, or its last parts.
bool is_file_of(std::string_view file, std::string_view path);

// Whether the result of a tool says that it failed.
bool is_failed_result(std::string_view turn);

}  // namespace aim
