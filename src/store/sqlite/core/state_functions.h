// Functions of SQL that keep states of versions small: packed_state(text) compresses a text by a
// dictionary of ours, state_text(packed) gives it back. A state that is a text is one of a program
// from before layout 19, as a rescued file may have.
// Knows: what most states say. Must not know: tables.
#pragma once
#include "base/result.h"

struct sqlite3;

namespace aim::store::sqlite {

Result<void> add_state_functions(sqlite3* database);

}  // namespace aim::store::sqlite
