// How a project is known (V7): by the host, owner and name of its git remote, else by the path of
// its folder; and the namespaces that it may have for that. Pure functions of texts.
// Knows: addresses of remotes, paths, the rule of namespaces. Must not know: files, databases.
#pragma once
#include "base/std.h"

namespace aim {

struct ProjectIdentity {
  // "git:host/owner/name" or "path:/folder": no other project has it. Empty: there is no project.
  std::string key = {};
  // Namespaces for it: the shortest that people read first; each further one is less likely to be
  // another project's too. Never empty where there is a key.
  std::vector<std::string> names = {};
  std::string short_name = {};     // the namespace that earlier versions gave it; may be empty
  std::string folder = {};         // its root on this machine; empty: not known
  std::int64_t inode = 0;          // its folder's, to know it again under another name; 0: unknown
  std::string asked = {};          // the namespace that a file of the project names; empty: none
  std::string asked_problem = {};  // why the line in that file that names one cannot be followed

  explicit operator bool() const { return !key.empty(); }
};

// The project of a remote, by its address in any of git's forms: user, port, ".git" and the case of
// the host make no difference. A path is the project of that folder. Empty: it names nothing.
ProjectIdentity identity_of_remote(std::string_view url);
// The project of a folder, by its absolute path, also on another machine ("C:\Users\ann\shop").
ProjectIdentity identity_of_path(std::string_view path);
// A folder inside a project as a project of its own. `below`: "packages/api".
ProjectIdentity identity_below(ProjectIdentity project, std::string_view below);

bool is_windows_path(std::string_view path);

// A name as a namespace of one level: characters that the rule does not allow become '-'; empty
// when nothing is left.
std::string as_name_space(std::string_view name);
// Whether a name that somebody uses means the project of this key: its last part, or owner and
// name, in any case.
bool is_name_of(std::string_view name, std::string_view key);

}  // namespace aim
