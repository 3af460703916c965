// SQLite's failures as our errors: a sentence for people for the few that people can do something
// about (busy, full, read-only, damaged, no such folder), database_error with SQLite's words for
// the log otherwise.
#pragma once
#include <filesystem>
#include <mutex>

#include "base/result.h"
#include "store/sql/write_queue.h"
#include "store/store.h"

struct sqlite3;

namespace aim::store::sqlite {

using sql::stop_poll_interval;
using sql::Wait;

// The last failure of `database`, while doing `what` (an SQL text or a few words; for the log).
Error failure(sqlite3* database, std::string_view what);

// A wait for the database that lasted too long, and one that the caller gave up.
Error busy();
// The error as the caller hears it: cancelled, when it is busy() because the caller stopped the
// wait.
Error as_cancelled(Error error, const Wait& wait);

// The file was removed or replaced while it was in use; `after_commit`: what was just committed may
// be in the old one.
Error file_is_gone(const std::filesystem::path& file, bool after_commit = false);
// The log was replaced or cut while it was in use, and could not be saved.
Error log_is_lost(const std::filesystem::path& file);

// The lock, when its owner lets go before the wait ends; busy() otherwise.
Result<std::unique_lock<std::mutex>> lock_within(std::mutex& mutex, const Wait& wait);

// True for errors of a database that another process keeps locked.
bool is_busy(const Error& error);
// True where the file is damaged, or no database.
bool is_damage(const Error& error);
// True where the file, or its folder, cannot be written.
bool is_read_only(const Error& error);

}  // namespace aim::store::sqlite
