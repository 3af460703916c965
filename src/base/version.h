// The version of the program, from the build.
#pragma once
#include "base/std.h"

namespace aim {

inline constexpr std::string_view version = AIM_VERSION;

}  // namespace aim
