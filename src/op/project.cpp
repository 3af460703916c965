#include "op/project.h"

#include <sys/stat.h>

#include <system_error>

#include "base/ascii.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/platform/system.h"
#include "base/utf8.h"
#include "memory/rules.h"

namespace aim::op {
namespace {

constexpr std::size_t max_git_file_bytes = 1'048'576, max_path_bytes = 4'096;

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
  return std::string(ascii::trimmed(plain));
}

// Links resolved as far as it is there, without a slash at its end.
fs::path whole_path(const fs::path& path) {
  std::error_code error;
  fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  if (whole.empty())
    whole = path.lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

bool is_ceiling(const fs::path& folder, std::string_view ceilings) {
  while (!ceilings.empty()) {
    fs::path ceiling(ascii::take_part(ceilings, between_folders));
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
  return dot_git.parent_path() / ascii::trimmed(std::string_view(*pointer).substr(prefix.size()));
}

// The configuration of the repository, which may stand in a folder that it shares with others.
fs::path config_of(const fs::path& dot_git) {
  fs::path folder = git_folder_of(dot_git);
  if (folder.empty())
    return {};
  if (const auto common = read_regular_file(folder / "commondir", max_git_file_bytes))
    folder /= ascii::trimmed(*common);
  return folder / "config";
}

// Where the project begins whose folder this is: the folder that holds ".git", for all worktrees
// that of the repository they share.
fs::path common_root(const fs::path& repository) {
  const fs::path git = git_folder_of(repository / ".git");
  const auto common = read_regular_file(git / "commondir", max_git_file_bytes);
  if (git.empty() || !common)
    return repository;
  const fs::path shared = whole_path(git / ascii::trimmed(*common));
  // "shop/.git", "shop/.bare", "shop.git"
  if (shared.filename().generic_string().starts_with('.'))
    return shared.parent_path();
  return shared.extension() == ".git" ? fs::path(shared).replace_extension() : shared;
}

struct Roots {
  fs::path repository;  // holds ".git"; empty: in none
  fs::path marked;      // holds the project's file, in that repository or outside of any
};

bool is_home_or_above(const fs::path& folder, const fs::path& home) {
  const auto [end, rest] = std::ranges::mismatch(folder, home);
  return !home.empty() && end == folder.end();
}

Roots roots_of(const fs::path& folder, const ProjectBounds& bounds) {
  std::error_code error;
  Roots roots;
  for (fs::path at = folder; at.has_relative_path() && !is_home_or_above(at, bounds.home);
       at = at.parent_path()) {
    if (at != folder && is_ceiling(at, bounds.ceilings))
      break;
    if (roots.marked.empty() && fs::is_regular_file(at / project_file, error))
      roots.marked = at;
    if (fs::exists(at / ".git", error)) {
      roots.repository = at;
      break;
    }
  }
  return roots;
}

// One that is a path is relative to the repository.
std::string absolute_url(std::string url, const fs::path& root) {
  const bool relative = url.starts_with("./") || url.starts_with("../") ||
                        (!url.empty() && url.find_first_of(":/\\") == url.npos);
  return relative ? (root / url).lexically_normal().generic_string() : url;
}

// Reads the line `namespace = "…"` before the first section.
void read_project_file(const fs::path& folder, ProjectIdentity& project) {
  const auto text = read_regular_file(folder / project_file, max_git_file_bytes);
  if (!text)
    return;
  std::size_t number = 0;
  for (std::string_view rest = *text; !rest.empty();) {
    ++number;
    const std::string_view line = ascii::trimmed(ascii::take_part(rest, '\n'));
    if (line.starts_with('['))
      return;
    const std::size_t equals = line.find('=');
    if (equals == line.npos || ascii::trimmed(line.substr(0, equals)) != "namespace")
      continue;
    const std::string_view value = ascii::trimmed(line.substr(equals + 1));
    const std::size_t close = value.size() > 1 ? value.find(value.front(), 1) : value.npos;
    std::string problem = "it must be: namespace = \"team/api\"";
    if (close != value.npos && (value.front() == '"' || value.front() == '\'')) {
      project.asked = value.substr(1, close - 1);
      const auto checked = check(rule::name_space, "namespace", project.asked);
      if (checked)
        return;
      project.asked.clear();
      problem = checked.error().message;
    }
    project.asked_problem = "line " + std::to_string(number) + " of " + std::string(project_file) +
                            " of this project is not followed: " + problem;
    return;
  }
}

// "remote "origin"" in brackets as "origin"; empty for other sections.
std::string remote_of_section(std::string_view line) {
  const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view rest = ascii::trimmed(line.substr(blank));
  if (ascii::lower(line.substr(1, blank - 1)) != "remote" || !rest.starts_with('"'))
    return {};
  const std::size_t close = rest.find("\"]");
  return close == rest.npos ? std::string() : std::string(rest.substr(1, close - 1));
}

}  // namespace

std::string remote_url(std::string_view config) {
  std::map<std::string, std::string, std::less<>> urls;
  std::string remote;
  while (!config.empty()) {
    const std::string_view line = ascii::trimmed(ascii::take_part(config, '\n'));
    if (line.starts_with('[')) {
      remote = remote_of_section(line);
      continue;
    }
    const std::size_t equals = line.find('=');
    if (!remote.empty() && equals != line.npos &&
        ascii::lower(ascii::trimmed(line.substr(0, equals))) == "url")
      if (std::string url = plain_value(ascii::trimmed(line.substr(equals + 1))); !url.empty())
        urls.emplace(remote, std::move(url));  // the first of several is where git fetches
  }
  for (const std::string_view name : {"origin", "upstream"})
    if (const auto found = urls.find(name); found != urls.end())
      return found->second;
  return urls.empty() ? std::string() : urls.begin()->second;
}

fs::path project_of_environment() {
  for (const char* name :
       {"AI_MEMORY_PROJECT", "CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR"})
    if (const fs::path folder = environment(name); folder.is_absolute())
      return folder;
  return {};
}

ProjectBounds usual_bounds() {
  const fs::path home = environment("HOME");
  return {environment("GIT_CEILING_DIRECTORIES"), home.is_absolute() ? whole_path(home) : home};
}

ProjectIdentity project_of(const fs::path& folder, const ProjectBounds& bounds) {
  const std::string text = folder.string();
  if (text.empty() || text.size() > max_path_bytes)
    return {};
  if (this_system != System::windows && is_windows_path(text))
    return identity_of_path(text);
  const fs::path named = whole_path(folder);
  if (!named.has_relative_path() || is_home_or_above(named, bounds.home))
    return {};
  const Roots roots = roots_of(named, bounds);
  const fs::path root = !roots.repository.empty() ? common_root(roots.repository)
                        : !roots.marked.empty()   ? roots.marked
                                                  : named;
  ProjectIdentity project;
  if (!roots.repository.empty())
    if (const auto config =
            read_regular_file(config_of(roots.repository / ".git"), max_git_file_bytes))
      project = identity_of_remote(absolute_url(remote_url(*config), root));
  if (!project)
    project = identity_of_path(root.generic_string());
  fs::path own = root;
  if (!roots.repository.empty() && !roots.marked.empty() && roots.marked != roots.repository) {
    project = identity_below(std::move(project),
                             roots.marked.lexically_relative(roots.repository).generic_string());
    own = roots.marked;
  }
  if (!roots.marked.empty())
    read_project_file(roots.marked, project);
  project.folder = utf8::repaired(own.generic_string());
  struct stat status {};
  if (::stat(own.c_str(), &status) == 0)
    project.inode = static_cast<std::int64_t>(status.st_ino);
  return project;
}

ProjectIdentity project_of(const fs::path& folder) {
  return project_of(folder, usual_bounds());
}

ProjectIdentity current_project() {
  std::error_code error;
  const fs::path named = project_of_environment();
  return project_of(named.empty() ? fs::current_path(error) : named);
}

std::string branch_of(const fs::path& folder) {
  constexpr std::string_view prefix = "ref: refs/heads/";
  constexpr std::size_t longest = 100;
  if (folder.empty())
    return {};
  const fs::path repository = roots_of(whole_path(folder), usual_bounds()).repository;
  if (repository.empty())
    return {};
  const auto head =
      read_regular_file(git_folder_of(repository / ".git") / "HEAD", max_git_file_bytes);
  if (!head || !head->starts_with(prefix))
    return {};
  const std::string_view name = ascii::trimmed(std::string_view(*head).substr(prefix.size()));
  // Git allows no such names; what is said of a branch goes into memories.
  const bool is_name = utf8::is_valid(name) && std::ranges::none_of(name, [](unsigned char each) {
                         return each <= ' ' || each == 0x7F;
                       });
  return is_name ? std::string(utf8::cut(name, longest)) : std::string();
}

}  // namespace aim::op
