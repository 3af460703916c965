// Copies of a database that is in use, and putting one in its place while it is used (P4).
// A copy is one consistent moment, is read again before it gets its name, and is synced. Putting
// one back: the database gets another file under the same name, and who has the old one open
// notices before the next answer (core/place.h).
// Knows: files and SQLite. Must not know: what a memory is.
// Processes: a copy is made beside all other users; a restore waits for the writer of the moment.
#pragma once
#include <filesystem>

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

// Encrypts a database, decrypts it, or gives it another key, while others use it (Y1). A copy is
// made under the lock of writers, read again, and put in the place of the file; who has that open
// notices before the next answer. Ended in its middle it leaves the database as it was, and a file
// that the next attempt removes.
// Knows: files, keys. Must not know: where keys are kept.

struct Reencrypted {
  std::int64_t memories = 0, bytes = 0;
  // The former content could not be overwritten.
  bool is_former_kept = false;
};

// `to`: nothing decrypts. Others must be able to find the new key before this is called. The former
// file is overwritten when it was not encrypted.
// Errors: no room; the copy cannot be read; another process writes for too long. The database is as
// it was then.
Result<Reencrypted> reencrypt(const std::filesystem::path& database,
                              const ConnectionOptions& options, const std::optional<FileKey>& to,
                              const Stop& stop);

}  // namespace aim::store::sqlite
