// What every file needs that is put beside a database, or in its place: a time for its name, and a
// folder that is synced.
// Knows: files. Must not know: what a database is.
#pragma once
#include <filesystem>
#include <string>

#include "base/clock.h"

namespace aim::store::sqlite {

// "20261122-131500", in UTC: sorts by time, and needs no quotes.
std::string stamp(Time time);

// So that a name given or taken survives a power cut; as far as the file system does that.
void sync_folder_of(const std::filesystem::path& file);

}  // namespace aim::store::sqlite
