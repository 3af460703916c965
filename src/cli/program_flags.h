// The arguments of commands that are about the program itself: no operation has them; app/ reads what was given.
#pragma once
#include <span>

#include "op/operation.h"

namespace aim::cli {

std::span<const op::Param> completions_flags();
std::span<const op::Param> man_flags();
std::span<const op::Param> config_set_flags();

}  // namespace aim::cli
