// Flags of the commands about a project's own store.
#pragma once
#include <span>

#include "op/kit/operation.h"

namespace aim::cli {

std::span<const op::Param> init_flags();

}  // namespace aim::cli
