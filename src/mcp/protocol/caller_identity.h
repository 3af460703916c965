// The caller of tool calls, and the reminder of a streak that stores nothing (H1–H3, S11). The
// dispatcher reports every call before it runs, also of unknown tools. Knows: the nag by way of op.
// Must not know: thresholds, sessions of a transport. Threads: any.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/std.h"

namespace aim {
struct Engine;
}

namespace aim::mcp {

struct Surface;

// Known to the transport: from headers, from the environment, from the handshake, or a name
// for the connection. The call's own `agent_id` and `session_id`, among its arguments or in _meta,
// override this.
struct CallerIdentity {
  std::string agent, session;  // empty: not known
  bool named = true;  // the session is as the client names it; false: a name for the connection
  // Ids of what a connection was shown that serves one client, one call at a time (op::Caller).
  std::vector<std::string>* shown = nullptr;
};

// `params` of a tools/call. A warning goes to the log and to `notify`, and is returned for the
// reply (S50).
std::optional<std::string> observe_call(Engine& engine, const Surface& surface,
                                        std::string_view tool, const boost::json::object& params,
                                        const CallerIdentity& identity,
                                        const std::function<void(std::string_view)>& notify);

// The session that a call says it is of, or the client's; empty when only the connection has a
// name. Stores are stamped with it (S47). Valid as long as the arguments are.
std::string_view client_session(const boost::json::object& params, const CallerIdentity& identity);

// The speaker, what is not known of it as of another. Names that are no UTF-8 are not known.
CallerIdentity completed(CallerIdentity identity, const CallerIdentity& other);

}  // namespace aim::mcp
