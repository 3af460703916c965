// The version of the program, from the build.
#pragma once
#include "base/std.h"

namespace aim {

// Set before anything runs.
extern const std::string_view version;

}  // namespace aim
