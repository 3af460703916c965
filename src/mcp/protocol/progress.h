// Telling a client how far its call has come: notifications/progress, at most ten a second, each
// beyond the last (the protocol wants them to increase).
// Threads: the call's own.
#pragma once
#include <boost/json/fwd.hpp>
#include <functional>

#include "mcp/protocol/reply_sink.h"
#include "mcp/protocol/rpc.h"
#include "op/kit/operation.h"

namespace aim::mcp {

// Value for Caller::progress; empty if the request has no progressToken, or nothing can be sent.
// `with_message`: since 2025-03-26.
std::function<void(const op::Progress&)> progress_teller(const Request& request,
                                                         const SharedReplySink& sink,
                                                         bool with_message);

}  // namespace aim::mcp
