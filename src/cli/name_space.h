// The namespace that a folder stands for: the name of its git remote `origin`, else its own (wire.md 4.2, S15).
// Reads .git/config itself; no git is needed.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace aim::cli {

// The last path part of the remote without ".git", else the folder's name, else "global"; always a valid namespace.
// `ceilings`: folders, separated by colons, at and above which no repository is looked for (GIT_CEILING_DIRECTORIES).
std::string name_space_of(const std::filesystem::path& folder, std::string_view ceilings);

// "https://host/team/My.Proj.git" and "git@host:team/My.Proj" become "My.Proj". Empty when nothing is left.
std::string_view name_in_url(std::string_view url);
// The url of the remote `origin` in the text of a git configuration; empty: none.
std::string origin_url(std::string_view config);
// A name as a namespace: what its rule does not allow becomes '-'; empty when nothing is left.
std::string as_name_space(std::string_view name);

}  // namespace aim::cli
