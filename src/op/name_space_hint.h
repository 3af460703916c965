// The hint for a caller who asked about an unknown namespace, and got nothing (S42).
// Knows: operations' arguments and replies. Must not know: doors.
#pragma once
#include <boost/json/fwd.hpp>
#include <optional>
#include <string>

#include "op/kit/operation.h"

namespace aim::op {

// Names the nearest namespace, when that is the reason for an empty reply; nothing when the reply
// is not about memories, holds some, or the namespace is the caller's own project's, which may be
// new.
std::optional<std::string> name_space_hint(const Operation& operation, Engine& engine,
                                           const boost::json::object& arguments,
                                           const Caller& caller, const boost::json::object& reply);

}  // namespace aim::op
