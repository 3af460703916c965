// A title in the place of an id (S54): wherever an argument names a memory, the title of a memory
// does too, when it is no id and one memory alone has it.
// Knows: fields that name memories. Must not know: operations, doors.
#pragma once
#include <boost/json/fwd.hpp>

#include "op/kit/operation.h"

namespace aim::op {

// Whether an argument of it names a memory.
bool names_memories(const Operation& operation);

// The arguments with ids in the place of titles; nothing: no argument is a title. Errors: several
// memories have the title.
Result<std::optional<json::object>> with_ids_of_titles(const Operation& operation, Engine& engine,
                                                       const json::object& arguments,
                                                       const Caller& caller);

// Ids in a reply that a model reads, as short as they are unique (V3): every tool takes them so.

// Of the memories and standards of a reply, and of those that supersede or contradict them. Ids
// that are no UUIDs stay whole, as all do when the database cannot be asked.
void shorten_ids(Engine& engine, json::object& reply);

}  // namespace aim::op
