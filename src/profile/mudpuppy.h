// The profile mudpuppy: the memory of one personal agent in five small tools, named, asked and
// answered as the program of that name does it (K1, K2). Its clients read the text of a reply as
// JSON: order of keys and form are part of the promise.
// Knows: entries by way of op, JSON. Must not know: SQL, the configuration's files.
#pragma once
#include <filesystem>
#include <string>

#include "mcp/surface/surface.h"

namespace aim::profile {

struct MudpuppySettings {
  std::string name_space = "mudpuppy";
  std::filesystem::path log_folder = {};  // folder of the daily log; empty: no log
  double vector_weight = 0.7,
         keyword_weight = 0.3;  // weights of the hybrid; a call may override them
};

mcp::Surface mudpuppy_surface(const MudpuppySettings& settings);

}  // namespace aim::profile
