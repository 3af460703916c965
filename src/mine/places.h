// Where other programs keep sessions, memory files and stores on this machine: one table, and the
// files that are there.
// Knows: names of folders and files. Must not know: what is in them, what was read before.
// Source: X2, X3, X4.
#pragma once
#include <filesystem>

#include "mine/format.h"
#include "mine/stores.h"

namespace aim::mine {

// The text of an environment variable; empty: it is not set.
using Variables = std::function<std::string_view(const char* name)>;

struct PlaceFile {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::int64_t changed_at = 0;  // ns since 1970
};

// A folder or file of one program, with the files in it that may be read, oldest first.
struct FoundPlace {
  std::string program;           // "claude-code"
  std::optional<Format> format;  // sessions
  std::optional<Store> store;    // memory files, or another memory store
  std::filesystem::path path;
  std::filesystem::path project = {};  // owner of these memories; empty: not known from the place
  bool is_of_all_projects = false;     // a person's, not those of a project
  bool whole = false;                  // one store, or one database: read as a whole
  std::vector<PlaceFile> files;
};

// Names of the programs in the table, each once.
std::vector<std::string_view> known_programs();

// Places with files in them, in the order of the table. `only`: names of programs; empty: all.
std::vector<FoundPlace> find_places(const Variables& variables,
                                    const std::vector<std::string>& only = {});

// The folder that a session's record names in its beginning; empty: none.
std::string folder_in_session(const std::filesystem::path& file);

// Folders of a home folder that may be projects: those that sessions of Claude Code name, and those
// near its top.
std::vector<std::string> likely_projects(const std::filesystem::path& home);

// The sign of a file for comparison with an earlier look; nothing: it cannot be read.
std::optional<PlaceFile> look_at_file(const std::filesystem::path& path);

}  // namespace aim::mine
