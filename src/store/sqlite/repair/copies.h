// Copies of a database that is in use, and putting one in its place while it is used (P4).
// A copy is one consistent moment, is read again before it gets its name, and is synced. Putting
// one back: the database gets another file under the same name, and who has the old one open
// notices before the next answer (core/place.h).
// Also a copy beside the database before something that cannot be undone, a time for its name, and
// room on the disk: what adds memories stops before the disk is full, so that there is room left to
// delete some, which writes a log before it frees anything.
// Knows: files and SQLite. Must not know: what a memory is.
// Processes: a copy is made beside all other users; a restore waits for the writer of the moment.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "store/maintenance.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// Errors: the target exists; no room; the copy cannot be read.
Result<store::Backup> back_up_database(const std::filesystem::path& database,
                                       const store::BackupRequest& request,
                                       const ConnectionOptions& options, Time now,
                                       const Stop& stop);

// Errors: `from` is no sound database of ours, or of a newer layout; no room. The database is as it
// was then.
Result<store::Restored> restore_database(const std::filesystem::path& database,
                                         const std::filesystem::path& from,
                                         const ConnectionOptions& options, const Clock& clock,
                                         const Stop& stop);

// Copies `file` to <file>.<suffix>, 0600, and returns where the copy is. The name is only given to
// a finished copy. An earlier copy is never overwritten: the new one then gets a number, or is
// dropped when it is the same, so that somebody who tries again and again does not fill the disk.
// The caller may hold the write lock of `file` on another connection, but must not have written
// yet. Errors: no room, read-only folder.
Result<std::filesystem::path> back_up(const std::filesystem::path& file, const std::string& suffix,
                                      const ConnectionOptions& options);

// "20261122-131500", in UTC: sorts by time, and needs no quotes.
std::string stamp(Time time);

// Bytes that deleting may need at worst, when it makes several pieces of the text index one: a
// quarter of the file, at least 4 MiB and at most 64.
std::uintmax_t room_to_delete(const std::filesystem::path& database);

// Errors: database_error with a sentence, when there is not so much beside what is about to be
// added. A disk that does not tell has room.
Result<void> check_room(const std::filesystem::path& database, std::uintmax_t added_bytes = 0);

}  // namespace aim::store::sqlite
