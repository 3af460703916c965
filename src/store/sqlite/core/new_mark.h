// Writes the mark of a database (file_mark.h) where a commit may begin a log.
// Knows: what processes share about a log. Must not know: logs that are there already.
// Source: https://www.sqlite.org/walformat.html, section 2.1.
#pragma once
#include "base/result.h"

namespace aim::store::sqlite {

class Connection;

// At the end of a write transaction, before its commit. Changes the row when that commit may be the
// first of a log; costs a look at memory that is mapped already when it is not.
Result<void> mark_new_log(Connection& connection);
// A mark that follows on no other: for a file that was made of another's rows.
Result<void> mark_anew(Connection& connection);

}  // namespace aim::store::sqlite
