// Texts about memories, for an assistant that did not ask for them: data between marks that nothing
// in them can close, within what hosts take in one piece (V2, V11).
// Knows: replies and memories. Must not know: events, hosts, sessions. Pure.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/std.h"
#include "memory/memory.h"

namespace aim::op {

// The shortest of what the hosts take: beyond it texts go to files, or are dropped.
inline constexpr std::size_t max_injected_characters = 9'000;

// The reply of session_start as lines; empty: there is nothing to say. The ids of what it shows go
// to `shown`, but not of contents that are cut: a prompt may be answered further on in them.
std::string context_text(const boost::json::object& reply, std::vector<std::string>& shown);

// "<heading>: data …", the memories a line each. As many as `budget_tokens` holds, shortened where
// they must be; what is shown is added to `shown`.
std::string memories_text(std::string_view heading, const std::vector<Memory>& memories,
                          std::int64_t budget_tokens, std::vector<std::string>& shown);

}  // namespace aim::op
