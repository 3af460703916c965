// One request to an operation: arguments out of path, query and body, the call, the reply as an answer.
// Threads: any.
#pragma once
#include "http/routes.h"
#include "net/message.h"

namespace aim::http {

// `match` has a row with an operation.
net::Response call(Engine& engine, const Match& match, net::Request& request, FeatureTier tier);

}  // namespace aim::http
