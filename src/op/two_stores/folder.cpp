#include "op/two_stores/folder.h"

#include <fstream>

#include "base/environment.h"
#include "op/project.h"

namespace aim::op::project {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view store_name = "db", other_store_name = "ai-memory.db";

bool is_marked(const fs::path& folder, std::string_view marker) {
  std::error_code error;
  return fs::is_directory(folder / marker, error);
}

fs::path whole_path(const fs::path& path) {
  std::error_code error;
  fs::path out = fs::absolute(path, error).lexically_normal();
  if (!out.has_filename() && out.has_relative_path())
    out = out.parent_path();  // "/home/me/"
  return out;
}

// A store of its own needs no name that is nobody else's.
std::string id_of(const fs::path& folder) {
  const ProjectIdentity identity = project_of(folder);
  return identity ? identity.names.front() : "global";
}

}  // namespace

Result<void> check_marker(std::string_view name) {
  if (name.empty() || name == "." || name == ".." ||
      name.find_first_of(std::string_view("/\0", 2)) != name.npos)
    return Failure(
        refuse("vector_memory.project_dir", "must be the name of a folder, without slashes"));
  return {};
}

fs::path beside_directory(const fs::path& store, std::string_view other_name,
                          std::string& warning) {
  std::error_code error;
  if (!fs::is_directory(store, error))
    return store;
  fs::path other = store.parent_path() / other_name;
  warning = store.string() + " is a directory; the store is " + other.string();
  return other;
}

Project find_project(const fs::path& start, std::string_view marker) {
  Project project;
  if (!check_marker(marker))
    return project;
  const fs::path begin = whole_path(start), home = whole_path(fs::path(environment("HOME")));
  for (fs::path folder = begin;; folder = folder.parent_path()) {
    const bool is_home = !environment("HOME").empty() && folder == home && folder != begin;
    if (!is_home && is_marked(folder, marker)) {
      project.root = folder;
      project.store =
          beside_directory(folder / marker / store_name, other_store_name, project.warning);
      project.id = id_of(folder);
      return project;
    }
    if (folder == folder.parent_path())
      return project;
  }
}

fs::path start_of(const std::string* flag) {
  if (flag && !flag->empty())
    return *flag;
  if (fs::path named = project_of_environment(); !named.empty())
    return named;
  std::error_code error;
  return fs::current_path(error);
}

Result<Initialised> init_project(const fs::path& folder, bool share, std::string_view marker) {
  TRY_VOID(check_marker(marker));
  const fs::path memory = whole_path(folder) / marker;
  std::error_code error;
  if (fs::is_symlink(memory, error))
    return Failure(refuse(memory.string(), "is a link to another place; remove the link first"));
  Initialised done{memory, false};
  if (!fs::is_directory(memory, error)) {
    if (!fs::create_directories(memory, error) || error)
      return Failure(unavailable("the folder " + memory.string() + " could not be made",
                                 "check permissions, and whether a file has this name"));
    fs::permissions(memory, fs::perms::owner_all, error);
    done.made = true;
  }
  const fs::path ignore = memory / ".gitignore";
  if (!share && done.made && !fs::exists(ignore, error)) {
    std::ofstream file(ignore);
    file << "*\n";
    if (!file.flush())
      return Failure(unavailable("the file " + ignore.string() + " could not be written",
                                 "check free disk space"));
  }
  return done;
}

}  // namespace aim::op::project
