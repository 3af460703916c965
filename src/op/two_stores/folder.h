// Where a project's store lies: in the nearest folder upwards that has a directory ".memory", or as
// it is configured (J2). The directory is the user's marker: it is made by nothing but
// init_project().
// Knows: paths. Must not know: what is in a store, who asks.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim::op::project {

inline constexpr std::string_view usual_marker = ".memory";
// Whether it can be the name of such a directory. Errors: it cannot; names the setting.
Result<void> check_marker(std::string_view name);

struct Project {
  std::filesystem::path root;   // empty: no project
  std::filesystem::path store;  // the database, which need not be there yet
  std::string id;               // its name while its store is empty
  std::string warning;          // something stands where the store should be; empty: nothing does
};

// `start`: where the search begins; relative ones count from the working directory. A home's own
// .memory counts only for a search that begins there, else every folder of a home would be one
// project.
Project find_project(const std::filesystem::path& start, std::string_view marker = usual_marker);

// `flag` when it is given, else what the environment names, else the working directory.
std::filesystem::path start_of(const std::string* flag);

// A file where a user's store is wanted: the same, or a sibling of a directory with that name.
std::filesystem::path beside_directory(const std::filesystem::path& store,
                                       std::string_view other_name, std::string& warning);

struct Initialised {
  std::filesystem::path folder;  // the marker
  bool made = false;
};
// Makes the marker in the folder, with a .gitignore that keeps memories private unless they are
// shared. A second time changes
// nothing. Errors: it cannot be made.
Result<Initialised> init_project(const std::filesystem::path& folder, bool share,
                                 std::string_view marker = usual_marker);

}  // namespace aim::op::project
