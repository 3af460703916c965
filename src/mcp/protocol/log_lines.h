// Log lines for clients that asked for them: notifications/message.
// Threads: the call's own.
#pragma once
#include <boost/json/fwd.hpp>

#include "mcp/protocol/rpc.h"
#include "op/kit/operation.h"

namespace aim::mcp {

// Where the levels of the protocol stand, 0 for "debug" to 7 for "emergency" (server_info.h).
// `from`: the least that the client wants to hear of; beyond the last: nothing.
inline constexpr int no_level = 8;

// A failed tool call, at the level error.
void log_failure(int from, const json::object& result, const SharedReplySink& sink);

// Sends warnings; empty if the client does not want them, or cannot receive them.
std::function<void(std::string_view)> warning_teller(int from, const SharedReplySink& sink);

// Telling a client how far its call has come: notifications/progress, at most ten a second, each
// beyond the last (the protocol wants them to increase).

// Value for Caller::progress; empty if the request has no progressToken, or nothing can be sent.
// `with_message`: since 2025-03-26.
std::function<void(const op::Progress&)> progress_teller(const Request& request,
                                                         const SharedReplySink& sink,
                                                         bool with_message);

}  // namespace aim::mcp
