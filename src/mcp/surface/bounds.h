// A reply as long as a client keeps it: about 40 KB, unless the call asks for more (V11). Longer
// contents are cut, and then the last items of the longest list are left out; the reply says so.
// Knows: replies. Must not know: tools, sessions. Pure.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/std.h"

namespace aim::mcp {

inline constexpr std::size_t reply_bytes = 40'000;
// The limit of a tool whose replies are meant to be large, for clients that cut replies themselves.
inline constexpr std::size_t large_reply_bytes = 500'000;

void bound_reply(boost::json::object& reply, std::size_t most = reply_bytes);

}  // namespace aim::mcp
