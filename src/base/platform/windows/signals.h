// An event that ends the wait for a stream early (poll.h): the handler of a signal has run.
// Must not know: who handles it.
// Threads: any.
#pragma once

namespace aim::windows {

// The handle of an event of Windows.
void* signal_came();

}  // namespace aim::windows
