// A quick look at whether the database can be read and its text index answers (D4): what health
// asks again and again.
// Cost: three look-ups, whatever the size. check.h looks at everything.
#pragma once
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// Errors: database_error when something cannot be read, or when the newest memory is not found by a
// word of its title.
Result<void> probe(Connection& connection);

}  // namespace aim::store::sqlite
