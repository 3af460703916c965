// The tasks of a server of one thread, run while it waits for its next request.
#pragma once
#include "jobs/scheduler.h"

namespace aim::jobs {

// Runs what is due, until nothing is or `stop` says that a request is there. How long the wait for
// one may last, at most.
std::chrono::milliseconds run_idle(Scheduler& tasks, const Stop& stop);

}  // namespace aim::jobs
