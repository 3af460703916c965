// Tables of databases that are not ours, read only: what other memory stores keep. Nothing in them
// is believed: views, virtual tables and triggers are not run, and nothing is written beside what
// is needed to read a log.
// Errors: not_found; validation_failed for what is no database, or is damaged. Threads: any, one a
// call.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim::store {

// Values by column, numbers as texts; those that are null or binary are not there.
using ForeignRow = std::map<std::string, std::string, std::less<>>;

// Hands on every row of a table of a file. False: there is no such table. Errors: also whatever
// `take` returned.
using EachForeignRow = Result<bool> (*)(const std::filesystem::path& file, std::string_view table,
                                        const std::function<Result<void>(const ForeignRow&)>& take);

}  // namespace aim::store
