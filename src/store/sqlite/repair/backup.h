// A consistent copy of a database file beside it, made before something that cannot be undone.
// Knows: files and SQLite's backup. Must not know: what is in the database.
#pragma once
#include <filesystem>
#include <string>

#include "base/result.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// Copies `file` to <file>.<suffix>, 0600, and returns where the copy is. The name is only given to
// a finished copy. An earlier copy is never overwritten: the new one then gets a number, or is
// dropped when it is the same, so that somebody who tries again and again does not fill the disk.
// The caller may hold the write lock of `file` on another connection, but must not have written
// yet. Errors: no room, read-only folder.
Result<std::filesystem::path> back_up(const std::filesystem::path& file, const std::string& suffix,
                                      const ConnectionOptions& options);

}  // namespace aim::store::sqlite
