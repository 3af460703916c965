// The kinds of bridges, one table: what a person calls one, and where its folder or file is.
// Knows: names of files, as these programs keep them in 2026-03. Must not know: what is in them.
#pragma once
#include <filesystem>

#include "mine/places.h"

namespace aim::bridge {

enum class Form {
  folder,       // an index and a file a fact, both ways
  read_folder,  // the same, never written
  section       // a marked part of one file
};

struct BridgeKind {
  std::string_view name;  // "claude-code"
  Form form;
  std::string_view path;  // below the project, or below a folder of the user's ("<claude>/…")
};
std::span<const BridgeKind> kinds();
// By name, or by the path of its file ("AGENTS.md"). Null: it is unknown.
const BridgeKind* find_kind(std::string_view name);
// "agents, claude-code, …"
std::string kind_names();

// The root of the work tree that a folder lies in, else the folder itself. One at `home` or above
// is nobody's.
std::filesystem::path root_of(const std::filesystem::path& folder,
                              const std::filesystem::path& home);

// Empty: the user has no home. `shared`: the folder of the project's repository, whose work trees
// have one memory folder.
std::filesystem::path path_of(const BridgeKind& kind, const std::filesystem::path& root,
                              const std::filesystem::path& shared,
                              const mine::Variables& variables);

}  // namespace aim::bridge
