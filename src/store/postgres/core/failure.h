// Errors of the server and of the way to it, in the words of ours. What the server says goes to the
// log only: it may name hosts, users and values.
#pragma once
#include "base/result.h"
#include "store/postgres/core/libpq.h"

namespace aim::store::postgres {

// Of a statement that failed.
Error failure(const Libpq& pq, const PGresult* result, std::string_view sql);
// A connection that was refused or broke, from the library's message in its verbose form.
Error connection_failure(std::string said);
// The server is not there, or stopped answering.
Error gone(std::string detail);
// Others were writing for longer than the call may wait.
Error busy();
Error refused_user();

bool is_gone(const Error& error);
// It is there, and has not answered in time.
Error silent();
bool is_silent(const Error& error);
// A serialisation failure or a deadlock: the transaction may be tried again.
bool may_try_again(const Error& error);
// A table of ours is not there (any more).
bool is_not_made(const Error& error);

}  // namespace aim::store::postgres
