// The project that a caller works for, read from its folder (V7, S15, S42): the remote of its git
// repository, else the folder itself. One rule for every door; a database says which namespace that
// is (engine/projects.h). Reads .git itself; no git is needed.
#pragma once
#include <filesystem>

#include "memory/project_identity.h"

namespace aim::op {

// A file at the root of a project, or in a folder of it that is to be a project of its own, with
// the line: namespace = "team/api".
inline constexpr std::string_view project_file = ".ai-memory.toml";

// The project's folder from the environment: AI_MEMORY_PROJECT, else what an assistant sets
// for its servers and hooks (CLAUDE_PROJECT_DIR and its like). Empty: nothing.
std::filesystem::path project_of_environment();

// Where no repository is looked for, and which folder is nobody's project, nor any above it.
struct ProjectBounds {
  std::string_view ceilings = {};   // GIT_CEILING_DIRECTORIES: folders with colons between
  std::filesystem::path home = {};  // with a repository or without
};
// Those of the environment.
ProjectBounds usual_bounds();

// None for the home, what is above it, and an empty path. A folder that is not there, or is one of
// another machine, is known by its path.
ProjectIdentity project_of(const std::filesystem::path& folder, const ProjectBounds& bounds);
ProjectIdentity project_of(const std::filesystem::path& folder);
// Of the environment's folder, else of the working directory.
ProjectIdentity current_project();

// The branch that is checked out where `folder` is; empty: in no repository, or on none.
std::string branch_of(const std::filesystem::path& folder);

// The url of the remote `origin` in the text of a git configuration, else of `upstream`, else of
// the first by name; empty: there is none.
std::string remote_url(std::string_view config);

}  // namespace aim::op
