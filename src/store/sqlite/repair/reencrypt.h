// Encrypts a database, decrypts it, or gives it another key, while others use it (Y1). A copy is
// made under the lock of writers, read again, and put in the place of the file; who has that open
// notices before the next answer. Ended in its middle it leaves the database as it was, and a file
// that the next attempt removes.
// Knows: files, keys. Must not know: where keys are kept.
#pragma once
#include <filesystem>

#include "store/maintenance.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

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
