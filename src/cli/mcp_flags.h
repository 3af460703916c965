// The flags of `mcp` and `call`: process verbs, so no operation has them. app/ reads what was
// given.
#pragma once
#include <span>

#include "op/kit/operation.h"

namespace aim::cli {

// Flags of these and of `serve`.
op::Param profile_param();
op::Param project_param();

std::span<const op::Param> mcp_flags();
std::span<const op::Param> call_flags();
std::span<const op::Param> memory_tool_flags();

}  // namespace aim::cli
