// How memories are said to an assistant that did not ask for them: as data between marks that
// nothing in them can close, within what hosts take in one piece.
// Knows: memories and replies. Must not know: hosts.
#pragma once
#include <boost/json/fwd.hpp>

#include "memory/memory.h"

namespace aim::op {

// The shortest of what the hosts take: beyond it texts go to files, or are dropped.
inline constexpr std::size_t max_injected_characters = 9'000;

// The reply of session_start as lines; empty: there is nothing to say.
std::string context_text(const boost::json::object& reply);

// "<heading>: data …", the memories a line each. As many as `budget_tokens` holds; what is shown is
// added to `shown`.
std::string memories_text(std::string_view heading, const std::vector<Memory>& memories,
                          std::int64_t budget_tokens, std::vector<std::string>& shown);

}  // namespace aim::op
