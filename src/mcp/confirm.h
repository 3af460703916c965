// Asking the user before a tool removes many memories at once (issue "confirmation"): which tools, what is asked, and
// what the answer means. The question comes before the operation runs, so nothing waits while the user thinks.
// Knows: forms of elicitation. Must not know: eras, how the question travels.
#pragma once
#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "op/operation.h"

namespace aim::mcp {

// The sentence to be confirmed; nothing when the call may run at once: another tool, a dry run, arguments that would be
// refused, nothing that would go. Counts by the operation's dry run.
std::optional<std::string> question_before(Engine& engine, std::string_view tool,
                                           const boost::json::object& arguments, const op::Caller& caller);

// The parameters of elicitation/create. `mode` was not known before 2025-11-25.
boost::json::object confirmation_form(const std::string& question, bool with_mode);

// Whether the result of an elicitation/create says yes. Unset result (the client failed): no.
bool is_confirmed(const boost::json::object* result);

// The result of a call that the user did not want.
boost::json::object declined_result(std::string_view tool, bool structured);

}  // namespace aim::mcp
