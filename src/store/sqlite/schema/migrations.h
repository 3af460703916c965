// A migration that has been released stays as it is; layouts_test.cpp has a hash of each, and rows
// for each layout. The SQL of migrations/NNN_name.sql, in order, and of newest.sql, as text;
// generated at build from those files.
#pragma once
#include "base/std.h"

namespace aim::store::sqlite {

// migrations()[i] brings layout i to layout i + 1.
std::span<const std::string_view> migrations();

// The layout that all of them make of an empty file, in a third of the time.
std::string_view newest_schema();

}  // namespace aim::store::sqlite
