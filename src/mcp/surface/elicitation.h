// Asking the user before a tool removes many memories at once (C2): which tools, what is asked, and
// what the answer means. The question comes before the operation runs, so nothing waits while the
// user thinks.
// Knows: forms of elicitation. Must not know: eras, how the question travels.
#pragma once
#include <boost/json/fwd.hpp>

#include "mcp/surface/surface.h"

namespace aim::mcp {

// Has the tool ask first, where it removes many memories at once: not before a dry run, nor when
// the arguments would be refused or nothing would go. Counts by the operation's dry run.
void ask_before(Tool& tool, const op::Operation& operation);

// The parameters of elicitation/create. `mode` was not known before 2025-11-25.
boost::json::object confirmation_form(const Question& question, bool with_mode);

// The answer in the result of an elicitation/create. Unset result (the client failed): no.
UserAnswer answer_of(const boost::json::object* result);

}  // namespace aim::mcp
