// The project that a caller works for, and the namespace that it stands for: the name of the git
// remote `origin`, else that of the repository's folder, else that of the folder itself (wire.md
// 4.2, S15, S42). One rule for every door. Reads .git/config itself; no git is needed.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace aim::op {

// The project's folder from the environment: AI_MEMORY_PROJECT, else what an assistant sets
// for its servers and hooks (CLAUDE_PROJECT_DIR and its like). Empty: nothing.
std::filesystem::path project_of_environment();

// Always a valid namespace; "global" when nothing else is left. GIT_CEILING_DIRECTORIES holds.
std::string name_space_of(const std::filesystem::path& folder);
// `ceilings`: folders, separated by colons, at and above which no repository is looked for.
std::string name_space_of(const std::filesystem::path& folder, std::string_view ceilings);
// Namespace of the working directory.
std::string current_name_space();

// The branch that is checked out where `folder` is; empty: in no repository, or on none.
std::string branch_of(const std::filesystem::path& folder);

// "https://host/team/My.Proj.git" and "git@host:team/My.Proj" become "My.Proj". Empty when nothing
// is left.
std::string_view name_in_url(std::string_view url);
// The url of the remote `origin` in the text of a git configuration; empty: none.
std::string origin_url(std::string_view config);
// A name as a namespace: what its rule does not allow becomes '-'; empty when nothing is left.
std::string as_name_space(std::string_view name);

}  // namespace aim::op
