// The functions that our schema, and the reference's, compute by: json_valid(X) and json_extract(X,
// PATH). SQLite before 3.41 does not count its own among those that a schema may use when it is not
// trusted (guard.h), though they only compute. These ask them, on a connection that has no file,
// and are counted.
// Knows: SQLite.
// Threads: those of the connection.
#pragma once

struct sqlite3;

namespace aim::store::sqlite {

// In the place of SQLite's own, for these numbers of arguments. False: there is no memory.
bool add_schema_functions(sqlite3* database);

}  // namespace aim::store::sqlite
