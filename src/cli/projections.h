// Replies cut to the keys that scripts know from the command line (wire.md 4.2), for --json.
#pragma once
#include "op/kit/projection.h"

namespace aim::cli {

using op::Projection;

extern const Projection stored_reply;     // the memory, flat, and similar ones
extern const Projection updated_reply;    // the memory, flat
extern const Projection found_reply;      // without the query
extern const Projection forgotten_reply;  // without `archived`, which it always is
extern const Projection linked_reply;     // the caller named the ends

}  // namespace aim::cli
