// The five tools of mudpuppy, as operations with its names; the surface adds arguments that the
// client may not choose (mudpuppy.cpp). Knows: entries by way of op. Must not know: MCP.
#pragma once
#include "op/kit/operation.h"

namespace aim::profile {

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
