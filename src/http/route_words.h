// The next step in the words of REST: "GET /api/v1/transcripts/4f1c?from=12".
// Knows: the routes. Must not know: requests, sockets.
// Threads: any.
#pragma once
#include "op/kit/next_step.h"

namespace aim::http {

const op::Words& route_words();

}  // namespace aim::http
