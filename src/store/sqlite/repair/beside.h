// What every file needs that is put beside a database: a time for its name.
// Knows: files. Must not know: what a database is.
#pragma once
#include <filesystem>
#include <string>

#include "base/clock.h"

namespace aim::store::sqlite {

// "20261122-131500", in UTC: sorts by time, and needs no quotes.
std::string stamp(Time time);

}  // namespace aim::store::sqlite
