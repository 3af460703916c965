// A migration that has been released stays as it is; layouts_test.cpp has a hash of each, and rows
// for each layout. The SQL of migrations/NNN_name.sql, in order, as text; generated at build from
// those files.
#pragma once
#include "base/std.h"

namespace aim::store::sqlite {

// migrations()[i] brings layout i to layout i + 1.
std::span<const std::string_view> migrations();

}  // namespace aim::store::sqlite
