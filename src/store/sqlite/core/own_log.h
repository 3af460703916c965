// Whether the log beside a file is the file's own. One that was left behind by another file, or put
// there, would be read into this one.
// Knows: marks and numbers of changes of files and logs. Must not know: connections.
#pragma once
#include <filesystem>

struct sqlite3;

namespace aim::store::sqlite {

// Asked before the first statement of a connection, while nobody is known to use the two. In doubt
// it is: what is set aside may hold what was acknowledged.
bool log_fits(sqlite3* database);

// Moves the log out of the way, under a name that says what it is, and drops its index. Where it
// went; empty: there is none.
std::filesystem::path set_log_aside(const std::filesystem::path& database);

}  // namespace aim::store::sqlite
