// Profiles: other faces of the program, each an MCP surface of other names and shapes over the same
// operations (J, K). Which there are, and how one is chosen: by a flag, the program's own name, the
// environment, the configuration.
// Knows: surfaces. Must not know: configuration files, the store.
#pragma once
#include "base/result.h"
#include "mcp/surface/surface.h"
#include "profile/mudpuppy.h"
#include "profile/surfaces.h"

namespace aim::profile {

// Options of the surfaces. app/ fills them from the configuration.
struct Settings {
  bool core_tools = false;  // the core's tools follow the profile's own
  MudpuppySettings mudpuppy = {};
  ServerMemorySettings server_memory = {};
  VectorMemory vector_memory = {};
  // Told once, as a warning of the first reply; empty: nothing to tell.
  std::vector<std::string> first_words = {};
};

struct Profile {
  std::string_view name;
  std::string_view program;  // a link of this name to the program chooses it; empty: none does
  mcp::Surface (*make)(const Settings& settings) = nullptr;  // null: the core's
  bool two_stores = false;                                   // the user's and the project's
  // The call by which an assistant keeps a decision, as hooks advise it.
  std::string_view decision_call = {};
  // Its tools for the two things that every assistant does.
  std::string_view search_tool = {}, store_tool = {};
  bool exact = false;          // its replies say nothing that the original does not
  bool keeps_entries = false;  // one agent's, in a namespace and perhaps a database of its own
};

// The core first.
std::span<const Profile> profiles();

// In the order of their strength; empty: nothing was said there.
struct Choice {
  std::string_view flag = {};
  std::string_view program = {};  // as the program was called, with or without folders
  std::string_view environment = {}, configured = {};
};
// Errors: validation_failed, under the name of the place that names no profile.
Result<const Profile*> chosen_profile(const Choice& choice);

// Whether a program called so serves its profile when no command is named.
bool serves_by_name(std::string_view program);

// The surface of a profile other than the core.
mcp::Surface surface_of(const Profile& profile, const Settings& settings);

}  // namespace aim::profile
