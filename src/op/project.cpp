#include "op/project.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <system_error>

#include "base/environment.h"
#include "base/file.h"
#include "base/utf8.h"
#include "memory/rules.h"

namespace aim::op {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_git_file_bytes = 1'048'576;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

bool equal_without_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

// Quotes and comments of a git configuration's value taken away.
std::string plain_value(std::string_view value) {
  std::string plain;
  bool quoted = false;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char c = value[at];
    if (c == '"')
      quoted = !quoted;
    else if (c == '\\' && at + 1 < value.size())
      plain += value[++at];
    else if ((c == '#' || c == ';') && !quoted)
      break;
    else
      plain += c;
  }
  return std::string(trimmed(plain));
}

bool is_ceiling(const fs::path& folder, std::string_view ceilings) {
  while (!ceilings.empty()) {
    const std::size_t colon = std::min(ceilings.find(':'), ceilings.size());
    fs::path ceiling(ceilings.substr(0, colon));
    ceilings.remove_prefix(std::min(colon + 1, ceilings.size()));
    if (!ceiling.has_filename())
      ceiling = ceiling.parent_path();
    if (!ceiling.empty() && folder == ceiling)
      return true;
  }
  return false;
}

// The folder that ".git" is or, in worktrees and submodules, points at.
fs::path git_folder_of(const fs::path& dot_git) {
  std::error_code error;
  if (fs::is_directory(dot_git, error))
    return dot_git;
  const auto pointer = read_regular_file(dot_git, max_git_file_bytes);
  constexpr std::string_view prefix = "gitdir:";
  if (!pointer || !pointer->starts_with(prefix))
    return {};
  return dot_git.parent_path() / trimmed(std::string_view(*pointer).substr(prefix.size()));
}

// The configuration of the repository, which may stand in a folder that it shares with others.
fs::path config_of(const fs::path& dot_git) {
  fs::path folder = git_folder_of(dot_git);
  if (folder.empty())
    return {};
  if (const auto common = read_regular_file(folder / "commondir", max_git_file_bytes))
    folder /= trimmed(*common);
  return folder / "config";
}

// The folder that holds the ".git" of the repository that `folder` is in; empty: in none.
fs::path repository_of(const fs::path& folder, std::string_view ceilings) {
  std::error_code error;
  for (fs::path at = folder;; at = at.parent_path()) {
    if (at != folder && is_ceiling(at, ceilings))
      return {};
    if (fs::exists(at / ".git", error))
      return at;
    if (!at.has_relative_path())
      return {};
  }
}

}  // namespace

std::string_view name_in_url(std::string_view url) {
  while (url.ends_with('/')) url.remove_suffix(1);
  if (const std::size_t cut = url.find_last_of("/:\\"); cut != url.npos)
    url.remove_prefix(cut + 1);
  if (url.ends_with(".git"))
    url.remove_suffix(4);
  return url;
}

std::string origin_url(std::string_view config) {
  bool in_origin = false;
  while (!config.empty()) {
    const std::size_t end = std::min(config.find('\n'), config.size());
    const std::string_view line = trimmed(config.substr(0, end));
    config.remove_prefix(std::min(end + 1, config.size()));
    if (line.starts_with('[')) {
      const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
      in_origin = equal_without_case(line.substr(1, blank - 1), "remote") &&
                  trimmed(line.substr(blank)).starts_with("\"origin\"]");
      continue;
    }
    const std::size_t equals = line.find('=');
    if (in_origin && equals != line.npos &&
        equal_without_case(trimmed(line.substr(0, equals)), "url"))
      return plain_value(trimmed(line.substr(equals + 1)));
  }
  return {};
}

std::string as_name_space(std::string_view name) {
  std::string clean;
  for (std::size_t at = 0; at < name.size();) {
    const char32_t character = utf8::next(name, at);
    const bool control = character < 0x20 || (character >= 0x7f && character < 0xa0);
    const bool refused = control || character == U'\xFFFD' || character == U'/' ||
                         character == U'\\' || utf8::is_white_space(character);
    utf8::append(clean, refused ? U'-' : character);
  }
  clean = utf8::cut(clean, rule::name_space.max_bytes);
  return check(rule::name_space, "namespace", clean) ? clean : std::string();
}

fs::path project_of_environment() {
  for (const char* name :
       {"AI_MEMORY_PROJECT", "CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR"})
    if (const fs::path folder = environment(name); folder.is_absolute())
      return folder;
  return {};
}

std::string name_space_of(const fs::path& folder, std::string_view ceilings) {
  if (folder.empty())
    return "global";
  fs::path named = folder;
  if (!named.has_filename())
    named = named.parent_path();  // "/home/me/"
  if (const fs::path repository = repository_of(named, ceilings); !repository.empty()) {
    const auto config = read_regular_file(config_of(repository / ".git"), max_git_file_bytes);
    std::string name = config ? as_name_space(name_in_url(origin_url(*config))) : std::string();
    if (!name.empty())
      return name;
    named = repository;
  }
  std::string name = as_name_space(named.filename().native());
  return name.empty() ? "global" : name;
}

std::string branch_of(const fs::path& folder) {
  constexpr std::string_view prefix = "ref: refs/heads/";
  constexpr std::size_t longest = 100;
  if (folder.empty())
    return {};
  const fs::path repository = repository_of(folder, environment("GIT_CEILING_DIRECTORIES"));
  if (repository.empty())
    return {};
  const auto head =
      read_regular_file(git_folder_of(repository / ".git") / "HEAD", max_git_file_bytes);
  if (!head || !head->starts_with(prefix))
    return {};
  const std::string_view name = trimmed(std::string_view(*head).substr(prefix.size()));
  // Git allows no such names; what is said of a branch goes into memories.
  const bool is_name = utf8::is_valid(name) && std::ranges::none_of(name, [](unsigned char each) {
                         return each <= ' ' || each == 0x7F;
                       });
  return is_name ? std::string(utf8::cut(name, longest)) : std::string();
}

std::string name_space_of(const fs::path& folder) {
  return name_space_of(folder, environment("GIT_CEILING_DIRECTORIES"));
}

std::string current_name_space() {
  std::error_code error;
  return name_space_of(fs::current_path(error));
}

}  // namespace aim::op
