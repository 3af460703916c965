// Tables of databases that are not ours, read only: what other memory stores keep. Nothing in them
// is believed: views, virtual tables and triggers are not run, and nothing is written beside what
// SQLite itself needs to read a log.
// Errors: not_found; validation_failed for what is no database, or is damaged. Threads: any, one a
// call.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/foreign.h"

namespace aim::store::sqlite {

// Every row of a table. False: there is no such table. Errors: also whatever `take` returned.
Result<bool> each_foreign_row(const std::filesystem::path& file, std::string_view table,
                              const std::function<Result<void>(const ForeignRow& row)>& take);

// The same for those who do not know SQLite.
const ForeignTables& foreign_tables();

}  // namespace aim::store::sqlite
