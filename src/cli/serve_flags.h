// The flags of `serve`: a process verb, so no operation has them. app/ reads what was given.
#pragma once
#include <span>

#include "op/kit/operation.h"

namespace aim::cli {

std::span<const op::Param> serve_flags();

}  // namespace aim::cli
