// Where a reply of this door is not the operation's (wire.md 1.2).
#pragma once
#include "op/kit/projection.h"

namespace aim::http {

namespace json = boost::json;

using op::Projection;

extern const Projection stored;     // id, tier, namespace and title of the memory; similar ones
extern const Projection updated;    // the memory, flat
extern const Projection recalled;   // without the mode
extern const Projection removed;    // the caller named the id
extern const Projection forgotten;  // without `archived`, which it always is
extern const Projection linked;     // the caller named the ends
extern const Projection links;      // no count beside a list

}  // namespace aim::http
