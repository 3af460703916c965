// What a recall did not show, and how to get it (V4); and memories among its hits that contradict
// each other, with what settles it (V3).
// Knows: what was asked and found. Must not know: doors, replies.
#pragma once
#include <boost/json/fwd.hpp>

#include "engine/search/found.h"
#include "op/kit/operation.h"

namespace aim::op {

// Weak matches, those without room, those that the session was shown. Empty: nothing to say.
std::string said_of_missing(const engine::Query& query, const engine::Found& found,
                            const Caller& caller);

// Matches below the floor, and how they are shown. Empty: no match is below it.
std::string said_of_weaker(std::int64_t left_out, const Caller& caller);

// The call that settles two memories that contradict each other (V3).
std::string said_of_dispute(const std::string& id, const std::string& other, const Caller& caller);

// The notice of a reply to a call of any operation that has one: why it is empty (V4), and what
// settles memories among it that contradict each other; behind what it says already. `hinted`: a
// warning names a namespace that is meant. Empty: nothing to add.
std::string notice_on(const Operation& operation, Engine& engine,
                      const boost::json::object& arguments, const Caller& caller,
                      const boost::json::object& reply, bool hinted);

// The hint for a caller who asked about an unknown namespace, and got nothing (S42).

// Names the nearest namespace, when that is the reason for an empty reply; nothing when the reply
// is not about memories, holds some, or the namespace is the caller's own project's, which may be
// new.
std::optional<std::string> name_space_hint(const Operation& operation, Engine& engine,
                                           const boost::json::object& arguments,
                                           const Caller& caller, const boost::json::object& reply);

}  // namespace aim::op
