// Versions of memories: the state that each change has ended, written in the transaction of the
// change by SqlMemories::replace() and erase() alone.
// Knows: columns of a memory. Must not know: how long versions are kept.
#pragma once
#include "base/result.h"
#include "store/memories.h"
#include "store/sql/connection.h"
#include "store/sql/statement.h"

namespace aim::store::sql {

// As it is, with its number within the memory.
Result<void> add_version(Connection& connection, const Version& version);
// The next one of the memory, of the step of undo of now. `by` null: nobody.
Result<void> add_version(Connection& connection, const Memory& old, std::string_view change,
                         Time until, const Author* by);

// An author as a column has it.
std::optional<std::string> text_of(const Author* by);
Author author_in(const Row& row, int column);

// A statement over versions `which` ("WHERE …"), by number; version_in() reads its rows.
std::string version_rows(const Connection& connection, std::string_view which,
                         std::string_view order = "number");
Version version_in(const Row& row);

}  // namespace aim::store::sql
