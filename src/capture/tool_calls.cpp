#include "capture/tool_calls.h"

namespace aim {
namespace {

struct KnownTool {
  std::string_view name;  // in small letters
  ToolKind kind;
};
constexpr std::array known_tools{KnownTool{"apply_patch", ToolKind::edit},
                                 KnownTool{"bash", ToolKind::command},
                                 KnownTool{"create", ToolKind::edit},
                                 KnownTool{"create_file", ToolKind::edit},
                                 KnownTool{"edit", ToolKind::edit},
                                 KnownTool{"edit_file", ToolKind::edit},
                                 KnownTool{"exec_command", ToolKind::command},
                                 KnownTool{"execute_command", ToolKind::command},
                                 KnownTool{"insert_edit_into_file", ToolKind::edit},
                                 KnownTool{"local_shell", ToolKind::command},
                                 KnownTool{"multiedit", ToolKind::edit},
                                 KnownTool{"notebookedit", ToolKind::edit},
                                 KnownTool{"patch", ToolKind::edit},
                                 KnownTool{"powershell", ToolKind::command},
                                 KnownTool{"read", ToolKind::read},
                                 KnownTool{"read_file", ToolKind::read},
                                 KnownTool{"replace", ToolKind::edit},
                                 KnownTool{"replace_in_file", ToolKind::edit},
                                 KnownTool{"replace_string_in_file", ToolKind::edit},
                                 KnownTool{"run_in_terminal", ToolKind::command},
                                 KnownTool{"run_shell_command", ToolKind::command},
                                 KnownTool{"run_terminal_cmd", ToolKind::command},
                                 KnownTool{"search_replace", ToolKind::edit},
                                 KnownTool{"shell", ToolKind::command},
                                 KnownTool{"shell_command", ToolKind::command},
                                 KnownTool{"str_replace_based_edit_tool", ToolKind::edit},
                                 KnownTool{"str_replace_editor", ToolKind::edit},
                                 KnownTool{"view", ToolKind::read},
                                 KnownTool{"write", ToolKind::edit},
                                 KnownTool{"write_file", ToolKind::edit},
                                 KnownTool{"write_to_file", ToolKind::edit}};

std::optional<ToolKind> kind_of(std::string_view line) {
  line = line.substr(0, line.find('\r'));
  if (const std::size_t server = line.rfind("__"); server != line.npos)  // "mcp__files__write_file"
    line.remove_prefix(server + 2);
  std::string name(line);
  for (char& each : name) each = each >= 'A' && each <= 'Z' ? static_cast<char>(each + 32) : each;
  const auto* found = std::find_if(known_tools.begin(), known_tools.end(),
                                   [&](const KnownTool& each) { return each.name == name; });
  return found == known_tools.end() ? std::nullopt : std::optional(found->kind);
}

void add_file(ToolCall& call, std::string_view file) {
  if (!file.empty() && std::find(call.files.begin(), call.files.end(), file) == call.files.end())
    call.files.emplace_back(file);
}

// "*** Update File: src/a.cpp" of a patch, which some pass as a command.
void add_patched(ToolCall& call, std::string_view line) {
  for (const std::string_view mark :
       {"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "})
    if (const std::size_t at = line.find(mark); at != line.npos) {
      add_file(call, line.substr(at + mark.size()));
      call.kind = ToolKind::edit;
    }
}

void add_argument(ToolCall& call, std::string_view line) {
  add_patched(call, line);
  constexpr std::string_view target = "\"target_file\":\"";
  if (line.starts_with('{')) {
    if (const std::size_t at = line.find(target); at != line.npos)
      add_file(call, line.substr(at + target.size(),
                                 line.find('"', at + target.size()) - at - target.size()));
    return;
  }
  if (call.kind == ToolKind::command)
    call.command.append(call.command.empty() ? "" : "\n").append(line);
  else if (line == "view" && !call.files.empty())  // the command of an editor
    call.kind = ToolKind::read;
  else if (call.files.empty() && line.find("***") == line.npos)
    add_file(call, line);
}

// The last line of a call of its own: the other arguments as an object, or what was cut.
bool ends_call(std::string_view line) {
  return line.starts_with("{\"") || line == "{}" ||
         (line.starts_with("… (") && line.ends_with(" bytes more)"));
}

bool is_tool_name(std::string_view line) {
  constexpr std::size_t longest = 100;
  return !line.empty() && line.size() <= longest &&
         std::all_of(line.begin(), line.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

}  // namespace

std::vector<ToolCall> tool_calls(std::string_view turn) {
  std::vector<ToolCall> calls;
  bool at_call = true, in_other = false;  // in the call of a tool that is not known
  for (bool first = true; !turn.empty(); first = false) {
    const std::string_view line = turn.substr(0, turn.find('\n'));
    turn.remove_prefix(std::min(line.size() + 1, turn.size()));
    // A word that is also the command of an editor.
    const bool is_command =
        !at_call && !in_other && line == "view" && calls.back().tool.starts_with("str_replace_");
    const auto kind = is_command ? std::nullopt : kind_of(line);
    if (first && !kind && !is_tool_name(line))
      return {};
    // Several calls of one message stand below each other.
    const bool begins = kind && (at_call || (!in_other && calls.back().kind != ToolKind::command));
    if (begins)
      calls.push_back({*kind, std::string(line), {}, {}});
    else if (!at_call && !in_other)
      add_argument(calls.back(), line);
    in_other = !begins && (in_other || at_call);
    at_call = ends_call(line);
    in_other = in_other && !at_call;
  }
  return calls;
}

bool is_file_of(std::string_view file, std::string_view path) {
  if (path.starts_with("./"))
    path.remove_prefix(2);
  const auto ends_with = [](std::string_view longer, std::string_view end) {
    return longer.ends_with(end) &&
           (longer.size() == end.size() || longer[longer.size() - end.size() - 1] == '/' ||
            end.starts_with('/'));
  };
  // A session may name a file from the project's folder, a person from the root, or the reverse.
  return !path.empty() && !file.empty() &&
         (ends_with(file, path) ||
          (path.starts_with('/') && !file.starts_with('/') && ends_with(path, file)));
}

bool is_failed_result(std::string_view turn) {
  constexpr std::size_t looked_at = 400;
  const std::string_view begin = turn.substr(0, looked_at);
  for (const std::string_view mark : {"Exit code ", "Exit code: ", "exit code ", "\"exit_code\":"})
    if (const std::size_t at = begin.find(mark);
        at != begin.npos && at + mark.size() < begin.size() && begin[at + mark.size()] >= '1' &&
        begin[at + mark.size()] <= '9')
      return true;
  return false;
}

}  // namespace aim
