// Replies cut to the keys that scripts know from the command line (wire.md 4.2), for --json.
#pragma once
#include "op/kit/projection.h"

namespace aim::cli {

using op::Projection;

extern const Projection stored;     // the memory, flat, and similar ones
extern const Projection updated;    // the memory, flat
extern const Projection found;      // without the query
extern const Projection forgotten;  // without `archived`, which it always is
extern const Projection linked;     // the caller named the ends

}  // namespace aim::cli
