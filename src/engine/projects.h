// Which namespace of this database is a project's (V7). A project that was seen before keeps the
// one it has. A new one takes a namespace that bears its name and is nobody's yet, also that of the
// short name which earlier versions gave; else a new one of a name that no other project has.
// Knows: identities of projects, the store. Must not know: files, doors.
// Threads: any.
#pragma once
#include "engine/engine.h"
#include "memory/project_identity.h"

namespace aim::engine {

struct ProjectNameSpace {
  std::string name;        // "global" where there is no project
  bool unclaimed = false;  // the database does not say yet that it is the project's
};
// A namespace that exists is claimed by this look. A database that cannot be written to answers
// without.
Result<ProjectNameSpace> find_name_space(Engine& engine, const ProjectIdentity& project);
// The name that was found is the project's from now on: something was stored there. Nothing happens
// where another project has claimed it meanwhile.
Result<void> claim_name_space(Engine& engine, const ProjectIdentity& project,
                              const std::string& name);
// Both. `keeps`: something will be stored there.
Result<std::string> name_space_of(Engine& engine, const ProjectIdentity& project, bool keeps);

// The namespace that is meant by a name: another name of one stands for it, and the short name of a
// project for its namespace while one project alone has it. `asking` (may be null): its own short
// name is its own namespace, even if other projects have that name too.
Result<std::string> meant_name_space(Engine& engine, const std::string& name,
                                     const ProjectIdentity* asking);

// From now on the project uses this namespace. Errors: validation_failed, of the namespace.
Result<void> use_name_space(Engine& engine, const ProjectIdentity& project,
                            const std::string& name_space);
// From now on `alias` stands for this namespace. Errors: conflict where there is a namespace of
// that name which holds something; not_found for the namespace.
Result<void> add_alias(Engine& engine, const std::string& name_space, const std::string& alias);
// Errors: not_found.
Result<void> remove_alias(Engine& engine, const std::string& alias);
// Undoes one of these three within a transaction; `step`: what it has noted. Returns the name, or
// the project's key.
Result<std::string> lead_as_before(store::Writer& writer, std::string_view step);

// Memories that are likely this project's under an older name of its remote or its folder, or from
// before its file or the configuration named a namespace: where they are, and how many.
struct LeftBehind {
  std::string name_space;
  std::int64_t memories = 0;
  bool into_memories = false;  // the project's namespace of today holds some too
};
Result<std::optional<LeftBehind>> left_behind(Engine& engine, const ProjectIdentity& project,
                                              const std::string& name_space);
// The namespace that the project's file names and that is another's; empty: none is.
Result<std::string> refused_name_space(Engine& engine, const ProjectIdentity& project);

// Another project that has taken over what an earlier version kept under this project's short name,
// some of which may be this one's: "host/owner/name", or a path. Empty: there is no such project.
Result<std::string> heir_of_short_name(Engine& engine, const ProjectIdentity& project);

// Keys of projects by the namespace they share.
struct SharedNameSpace {
  std::string name_space;
  std::vector<std::string> keys;
};
// Namespaces that two remotes share.
Result<std::vector<SharedNameSpace>> shared_name_spaces(Engine& engine);

}  // namespace aim::engine
