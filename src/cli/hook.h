// Hooks of assistants (Claude Code, Codex, Gemini CLI): an event as JSON on standard input becomes the arguments of an
// operation; what the assistant is to read goes to standard output.
// Knows: the events' members. Must not know: what the operations do.
#pragma once
#include <boost/json/fwd.hpp>
#include <string_view>

#include "base/result.h"
#include "cli/render.h"

namespace aim::cli {

// Errors: the text is no JSON object.
Result<boost::json::object> event_of(std::string_view text);

// Of events that begin a session: session_id, and the namespace of its folder `cwd`.
void session_arguments(const boost::json::object& event, boost::json::object& arguments);
// Of a prompt: these, and what the user said (`prompt`, or `user_prompt` as some call it).
void prompt_arguments(const boost::json::object& event, boost::json::object& arguments);

// What a session should know: standards, memories, and what the last one left unremembered; plain lines.
void render_context(const boost::json::object& reply, Page& page);
// Nothing: what a hook of a prompt prints would be read as part of it.
void render_nothing(const boost::json::object& reply, Page& page);

}  // namespace aim::cli
