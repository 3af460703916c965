// What every connection has of ours beside SQL: functions of the text index, and what the parts of
// the store keep with a connection (keeper.h). Defined above core, in connection_functions.cpp,
// which knows those parts; a connection only calls it.
#pragma once
#include "base/result.h"

struct sqlite3;

namespace aim::store::sqlite {

// At the opening of a connection.
Result<void> add_own_functions(sqlite3* database);

}  // namespace aim::store::sqlite
