// How much room is left on the disk of a database. What adds memories stops before it is full, so
// that there is room left to
// delete some: that, too, writes a log before it frees anything.
#pragma once
#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace aim::store::sqlite {

// Bytes that deleting may need at worst, when it makes several pieces of the text index one: a
// quarter of the file, at least 4 MiB and at most 64.
std::uintmax_t room_to_delete(const std::filesystem::path& database);

// Errors: database_error with a sentence, when there is not so much beside what is about to be
// added. A disk that does not tell has room.
Result<void> check_room(const std::filesystem::path& database, std::uintmax_t added_bytes = 0);

}  // namespace aim::store::sqlite
