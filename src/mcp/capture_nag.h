// Which tool calls store something, whose calls they are, and what the client hears of a streak that stores nothing (H1–H3,
// S11). The dispatcher tells of every call before it runs it, of unknown tools too.
// Knows: the nag by way of op. Must not know: thresholds, sessions of a transport.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace aim {
struct Engine;
}

namespace aim::mcp {

// As far as a transport knows: from headers, from the environment, from the handshake, or a name for the connection.
// What a call says of itself (`agent_id` and `session_id`, among its arguments or in _meta) goes before this.
struct Speaker {
  std::string agent, session;  // empty: not known
};

// The tools that store something, whether or not each of them is there yet.
std::span<const std::string_view> write_tools();
bool is_write_tool(std::string_view name);

// `params` of a tools/call. A warning goes to the log and to `tell`.
void observe_call(Engine& engine, std::string_view tool, const boost::json::object& params,
                  const Speaker& speaker, const std::function<void(std::string_view)>& tell);

// The speaker, what is not known of it as of another. Names that are no UTF-8 are not known.
Speaker completed(Speaker speaker, const Speaker& other);

}  // namespace aim::mcp
