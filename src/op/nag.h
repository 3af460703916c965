// The capture nag, for the door that assistants come through (H1, H2): so that it needs to know the
// engine by name only.
// Threads: any.
#pragma once
#include "base/std.h"

namespace aim {
struct Engine;
}

namespace aim::op {

class Words;

struct Reminder {
  std::string warning;  // for the log and for clients that show log lines
  std::string told;     // a plain sentence for the model, once a session; else empty
};
// Notify it of each tool call before it runs. Returns the reminder, when it is due, in the door's
// words; it is recorded as an event when the database is free (jobs/maintenance.h). Costs less than
// a microsecond.
std::optional<Reminder> observe_call(Engine& engine, std::string_view agent,
                                     std::string_view session, bool writes_memory,
                                     const Words& words);

// The session has ended.
void forget_session(Engine& engine, std::string_view agent, std::string_view session);

}  // namespace aim::op
