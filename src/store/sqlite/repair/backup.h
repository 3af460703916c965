// A consistent copy of a database file beside it, made before something that cannot be undone.
// And what every file that is put beside a database needs: a time for its name, and room on the
// disk. What adds memories stops before the disk is full, so that there is room left to delete
// some: that, too, writes a log before it frees anything. Knows: files and SQLite's backup. Must
// not know: what is in the database.
#pragma once
#include <filesystem>

#include "base/clock.h"
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

// Copies one moment of a database, however much is written meanwhile, into a new file with the same
// key. The caller removes an unfinished copy. Errors: also unavailable when stopped.
Result<void> copy_database(const std::filesystem::path& from, const std::filesystem::path& to,
                           const ConnectionOptions& options, const Stop& stop);
// `check`: a pragma that answers "ok" for a sound copy. Errors: the copy is damaged.
Result<void> check_pages(Connection& copy, std::string_view check);

// "20261122-131500", in UTC: sorts by time, and needs no quotes.
std::string stamp(Time time);

// Bytes that deleting may need at worst, when it makes several pieces of the text index one: a
// quarter of the file, at least 4 MiB and at most 64.
std::uintmax_t room_to_delete(const std::filesystem::path& database);

// Errors: database_error with a sentence, when there is not so much beside what is about to be
// added. A disk that does not tell has room.
Result<void> check_room(const std::filesystem::path& database, std::uintmax_t added_bytes = 0);

// An unfinished copy, with the files that SQLite has put next to it.
void remove_all_of(const std::filesystem::path& copy);

}  // namespace aim::store::sqlite
