// Reads "as of" a time (T2): every operation with the trait takes the argument as_of, and is run by
// call_as_of() on the memories of that moment, by a clock that stands there. The operation itself
// knows nothing of it.
// Must not know: single operations, doors.
#pragma once
#include "op/kit/operation.h"

namespace aim::op {

// Calls the operation, with ids in the place of titles (op/ids_of_titles.h). Errors: its own; an
// as_of that is no time.
Result<void> call_as_of(const Operation& operation, Engine& engine, const json::object& arguments,
                        const Caller& caller, json::object& reply, Warnings& warnings);

}  // namespace aim::op
