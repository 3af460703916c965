// The texts of the migrations, made from migrations/*.sql by CMake.
#pragma once
#include "base/std.h"

namespace aim::store::postgres {

std::span<const std::string_view> migrations();

}  // namespace aim::store::postgres
