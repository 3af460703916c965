// Layouts of the database: creates the newest, brings older ones and the reference's forward,
// refuses newer ones (A11, S1). Ours are marked by application_id and counted by user_version; the
// reference's say schema_version 4 to 13. A reference database is copied to a backup file first,
// and row counts and content hashes are compared afterwards. Safe with several processes opening at
// once: the work is one immediate transaction, checked again inside.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

inline constexpr std::int64_t application_id = 0x41494d4d;  // "AIMM"

// The newest layout this binary knows.
std::int64_t newest_layout();

// Whether it is of ours and of the newest layout: nothing would be migrated.
Result<bool> is_newest(Connection& connection);

Result<void> migrate(Connection& connection, const std::filesystem::path& file, const Clock& clock);

}  // namespace aim::store::sqlite
