// Where a tool's reply is not the operation's (wire.md 1.2).
#pragma once
#include "op/kit/projection.h"

namespace aim::mcp {

namespace json = boost::json;

using op::Projection;

// id, tier, title, namespace of the memory; duplicate and action for a re-store
extern const Projection stored;
extern const Projection flat_memory;    // the memory's keys next to its links
extern const Projection without_query;  // search: HTTP alone repeats the query
extern const Projection without_id;     // delete: the caller named it

}  // namespace aim::mcp
