#include "capture/commands.h"

namespace aim {
namespace {

constexpr std::array<std::string_view, 56> showing{
    "[",        "awk",      "basename", "cat",      "cd",     "cmp",   "cut",     "date",
    "df",       "diff",     "dirname",  "du",       "echo",   "egrep", "false",   "fd",
    "fgrep",    "file",     "find",     "free",     "grep",   "head",  "hexdump", "history",
    "hostname", "id",       "jq",       "less",     "ls",     "lsof",  "man",     "more",
    "nl",       "od",       "popd",     "printenv", "printf", "ps",    "pushd",   "pwd",
    "readlink", "realpath", "rg",       "sed",      "sleep",  "sort",  "stat",    "strings",
    "tail",     "test",     "tree",     "true",     "type",   "uname", "wc",      "which"};
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
