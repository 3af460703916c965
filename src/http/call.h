// One request to an operation: arguments out of path, query and body, the call, the reply as an
// answer.
// Threads: any.
#pragma once
#include "http/describe.h"
#include "http/routes.h"
#include "net/message.h"

namespace aim::http {

// Whether the call may take so long that it ends when its client hangs up.
bool is_long(const Row& row);

// Where its handler begins.
net::Lane lane_of(const Row& row);

// `match` has a row with an operation; it and the request outlive the answer. A read that waits for
// a language model goes on on the write lane.
net::Response call(Engine& engine, const Match& match, net::Request& request,
                   net::Exchange& exchange, const DescribedServer& server);

}  // namespace aim::http
