// The profile mudpuppy: the memory of one personal agent in five small tools, named, asked and
// answered as the program of that name does it (K1, K2). Its clients read the text of a reply as
// JSON: order of keys and form are part of the promise.
// Knows: entries by way of op, JSON. Must not know: SQL, the configuration's files.
#pragma once
#include <filesystem>

#include "mcp/surface/surface.h"
#include "op/kit/operation.h"

namespace aim::profile {

struct MudpuppySettings {
  std::string name_space = "mudpuppy";
  std::filesystem::path log_folder = {};  // folder of the daily log; empty: no log
  double vector_weight = 0.7,
         keyword_weight = 0.3;  // weights of the hybrid; a call may override them
};

mcp::Surface mudpuppy_surface(const MudpuppySettings& settings);

// The five tools of mudpuppy, as operations with its names; the surface adds arguments that the
// client may not choose (mudpuppy.cpp). Knows: entries by way of op. Must not know: MCP.

// The members that the surface puts among the arguments.
inline constexpr std::string_view space_key = "space", vector_weight_key = "vectorWeight",
                                  keyword_weight_key = "keywordWeight";

inline constexpr std::size_t max_context_bytes = 8'192;

const op::Operation& mudpuppy_add();
const op::Operation& mudpuppy_search();
const op::Operation& mudpuppy_get();
const op::Operation& mudpuppy_stats();
const op::Operation& mudpuppy_delete();

// Whether what was given as Unix milliseconds is taken for seconds: as milliseconds it would lie in
// early 1970.
bool are_seconds(std::int64_t moment);

}  // namespace aim::profile
