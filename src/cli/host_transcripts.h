// The transcripts that hosts keep of their sessions, lines of JSON: some events leave to them what
// was said, or how a command ended. Knows: the lines of the hosts. Must not know: files, what an
// event leads to. Pure: the caller reads the last lines.
#pragma once
#include "base/clock.h"
#include "cli/hosts.h"

namespace aim::cli {

// The user's last text in a transcript of JSON lines; empty: not found.
std::string last_user_input(std::string_view lines);

// The assistant's last text between these times in the transcript of a host that names only the
// transcript at a stop (VS Code, Copilot CLI); empty: none since the user's last text, or not
// found.
std::string last_assistant_message(std::string_view lines, Time after, Time until = Time::max());

// Whether something of the event stands in its transcript alone: a text, or how a command ended.
bool needs_transcript(const HostEvent& event);
// `prompted_at`: of the session's last prompt; an answer to it was said later.
void add_from_transcript(HostEvent& event, std::string_view lines, Time prompted_at);

// Whether who writes this transcript can be given a text at a stop. Claude Code can from 2.1.163
// on; before, it calls that a faulty hook. Its events do not say which one it is, each line of its
// transcript does. False where that is not known.
bool takes_text_at_stop(std::string_view lines);

}  // namespace aim::cli
