#include "capture/tool_calls.h"

#include "base/ascii.h"
#include "base/word_table.h"

namespace aim {
namespace {

// Names of tools, in small letters.
constexpr auto edits = words_in<24>(
    "apply_diff apply_patch create create_file edit edit_file insert_content "
    "insert_edit_into_file multi_replace_file_content multiedit notebookedit patch replace "
    "replace_file_content replace_in_file replace_string_in_file search_and_replace "
    "search_replace str_replace_based_edit_tool str_replace_editor text_editor write "
    "write_file write_to_file");
constexpr auto commands = words_in<11>(
    "bash exec_command execute_command local_shell powershell run_command run_in_terminal "
    "run_shell_command run_terminal_cmd shell shell_command");
constexpr auto reads = words_in<4>("read read_file view view_file");

std::optional<ToolKind> kind_of(std::string_view line) {
  line = line.substr(0, line.find('\r'));
  if (const std::size_t server = line.rfind("__"); server != line.npos)  // "mcp__files__write_file"
    line.remove_prefix(server + 2);
  const std::string name = ascii::lower(line);
  const auto is_in = [&](const auto& names) {
    return std::ranges::find(names, name) != names.end();
  };
  if (is_in(edits))
    return ToolKind::edit;
  if (is_in(commands))
    return ToolKind::command;
  return is_in(reads) ? std::optional(ToolKind::read) : std::nullopt;
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
         std::ranges::all_of(line, [](char c) { return ascii::is_of_name(c) || c == '.'; });
}

}  // namespace

std::vector<ToolCall> tool_calls(std::string_view turn) {
  std::vector<ToolCall> calls;
  bool at_call = true, in_other = false;  // in the call of a tool that is not known
  for (bool first = true; !turn.empty(); first = false) {
    const std::string_view line = ascii::take_part(turn, '\n');
    // A word that is also the command of an editor.
    const bool is_command = !at_call && !in_other && (line == "view" || line == "write") &&
                            (calls.back().tool.starts_with("str_replace_") ||
                             calls.back().tool.ends_with("text_editor"));
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

namespace {

constexpr std::array<std::string_view, 56> showing{
    "history",  "[",        "awk",  "basename", "cat",    "cd",    "cmp",   "cut",
    "date",     "df",       "diff", "dirname",  "du",     "echo",  "egrep", "false",
    "fd",       "fgrep",    "file", "find",     "free",   "grep",  "head",  "hexdump",
    "hostname", "id",       "jq",   "less",     "ls",     "lsof",  "man",   "more",
    "nl",       "od",       "popd", "printenv", "printf", "ps",    "pushd", "pwd",
    "readlink", "realpath", "rg",   "sed",      "sleep",  "sort",  "stat",  "strings",
    "tail",     "test",     "tree", "true",     "type",   "uname", "wc",    "which"};
// Programs with words that show and words that change.
struct Shows {
  std::string_view program;
  std::array<std::string_view, 12> words;
};
constexpr std::array<Shows, 11> by_word{
    {{"git",
      {"status", "log", "diff", "show", "blame", "grep", "ls-files", "rev-parse", "describe",
       "shortlog", "reflog", "cat-file"}},
     {"npm", {"ls", "list", "view", "outdated", "explain", "why", "config"}},
     {"pnpm", {"ls", "list", "why", "outdated"}},
     {"yarn", {"list", "why", "info"}},
     {"pip", {"list", "show", "freeze", "check"}},
     {"cargo", {"tree", "metadata"}},
     {"go", {"env", "list", "doc", "version"}},
     {"docker", {"ps", "images", "logs", "inspect", "version", "info"}},
     {"kubectl", {"get", "describe", "logs", "version"}},
     {"apt", {"list", "show", "search", "policy"}},
     {"systemctl", {"status", "list-units", "is-active", "cat"}}}};
constexpr std::array<std::string_view, 4> versions{"--version", "--help", "-v", "-V"};
// Programs whose options decide: asking an address for its page shows; sending to it, or keeping
// what it answers, does not.
constexpr std::string_view fetcher = "curl";
constexpr std::string_view plain_letters = "sSfgikLvIN46";
// By these a program that shows otherwise changes files.
constexpr std::array<std::string_view, 5> changing{"-i", "--in-place", "-delete", "-exec",
                                                   "-execdir"};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Simple commands in their order. Quotes hide what parts commands; a redirection into a file is a
// word of its own.
std::vector<std::vector<std::string>> parts_of(std::string_view command) {
  std::vector<std::vector<std::string>> parts(1);
  std::string word;
  bool in_word = false;
  const auto end_word = [&] {
    if (in_word)
      parts.back().push_back(std::move(word));
    word.clear();
    in_word = false;
  };
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote != 0) {
      quote = c == quote ? '\0' : quote;
      if (c != '\'' && c != '"')
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ';' || c == '|' || c == '&' || c == '\n') {
      // "2>&1" and "&>file" are no ends of a command.
      if (c == '&' &&
          ((i > 0 && command[i - 1] == '>') || (i + 1 < command.size() && command[i + 1] == '>')))
        continue;
      end_word();
      if (!parts.back().empty())
        parts.emplace_back();
    } else if (c == '>') {
      end_word();
      parts.back().emplace_back(">");
    } else if (is_blank(c)) {
      end_word();
    } else {
      word += c;
      in_word = true;
    }
  }
  end_word();
  if (parts.back().empty())
    parts.pop_back();
  return parts;
}

// Into nothing, or into another stream.
bool writes_a_file(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != ">")
      continue;
    std::size_t to = i + 1;
    while (to < words.size() && words[to] == ">") ++to;
    const bool harmless =
        to < words.size() && (words[to] == "/dev/null" || words[to] == "1" || words[to] == "2");
    if (!harmless)
      return true;
  }
  return false;
}

// Options of one letter each that neither send nor keep anything, or a time limit.
bool only_fetches(const std::vector<std::string>& words) {
  bool is_limit = false;
  return std::ranges::all_of(words, [&](const std::string& word) {
    if (!word.starts_with('-') || std::exchange(is_limit, false))
      return true;
    is_limit = word == "-m" || word == "--max-time";
    return is_limit || word == "--silent" || word == "--fail" || word == "--head" ||
           (!word.starts_with("--") && word.find_first_not_of(plain_letters, 1) == word.npos);
  });
}

bool shows(const std::vector<std::string>& words) {
  if (writes_a_file(words))
    return false;
  auto at = std::ranges::find_if(words, [](const std::string& word) {
    return word.find('=') == word.npos || word.starts_with('-');
  });
  if (at == words.end() || (at + 1 == words.end() && *at == "env"))
    return true;  // sets variables of a shell that ends, or lists them
  std::string_view program = *at;
  program.remove_prefix(program.rfind('/') == program.npos ? 0 : program.rfind('/') + 1);
  const std::vector<std::string> rest(at + 1, words.end());
  const auto any_of = [&](const auto& names) {
    return std::ranges::any_of(rest, [&](const std::string& word) {
      return std::ranges::find(names, word) != names.end();
    });
  };
  if (rest.size() == 1 && any_of(versions))
    return true;
  if (std::ranges::find(showing, program) != showing.end())
    return !any_of(changing) && std::ranges::none_of(rest, [](const std::string& word) {
      return word.starts_with("-i.");
    });
  if (program == fetcher)
    return only_fetches(rest);
  const auto row = std::ranges::find(by_word, program, &Shows::program);
  const auto first =
      std::ranges::find_if(rest, [](const std::string& word) { return !word.starts_with('-'); });
  return row != by_word.end() && first != rest.end() &&
         std::ranges::find(row->words, *first) != row->words.end();
}

}  // namespace

bool only_shows(std::string_view command) {
  // A command within a command is not looked into.
  if (command.find("$(") != command.npos || command.find('`') != command.npos)
    return false;
  const auto parts = parts_of(command);
  return !parts.empty() && std::ranges::all_of(parts, shows);
}

}  // namespace aim
