// The first backend: one SQLite file for several processes (core/database.h).
// Knows: SQLite. Must not know: who asks.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"
#include "store/foreign.h"
#include "store/sqlite/core/connection.h"
#include "store/store.h"

namespace aim::store::sqlite {

// Does nothing yet: the first use opens the file, so that a server answers before (S1). `clock`
// must outlive the store.
std::unique_ptr<Store> make_store(const std::filesystem::path& file,
                                  const ConnectionOptions& options, const Clock& clock);

// A new store in a file, encrypted where `like` is, whatever kind that is. A temporary one is
// always encrypted, by a key of this process alone: what a killed process leaves cannot be read.
Result<std::unique_ptr<Store>> make_store_like(Store& like, const std::filesystem::path& file,
                                               bool temporary, const Clock& clock);

// Of SQLite, as "3.40.1".
std::string library_version();

// Tables of SQLite databases that are not ours (store/foreign.h): views, virtual tables and
// triggers are not run, and nothing is written beside what SQLite itself needs to read a log.
Result<bool> each_foreign_row(const std::filesystem::path& file, std::string_view table,
                              const std::function<Result<void>(const ForeignRow&)>& take);

}  // namespace aim::store::sqlite
