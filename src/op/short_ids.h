// Ids in a reply that a model reads, as short as they are unique (V3): every tool takes them so.
// Knows: members of replies that hold ids. Must not know: doors, formats.
#pragma once
#include <boost/json/fwd.hpp>

#include "op/kit/operation.h"

namespace aim::op {

// Of the memories and standards of a reply, and of those that supersede or contradict them. Ids
// that are no UUIDs stay whole, as all do when the database cannot be asked.
void shorten_ids(Engine& engine, json::object& reply);

}  // namespace aim::op
