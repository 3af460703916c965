// The end of a command that works until a signal stops it: SIGINT, SIGTERM or SIGHUP.
#pragma once
#include <csignal>

namespace aim::app {

// Blocked in every thread that begins later, and taken by the one that waits for them.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&set_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set_, signal);
    pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  // The second one ends the process as it always does.
  ~StopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  void wait() {
    int signal = 0;
    sigwait(&set_, &signal);
  }

 private:
  sigset_t set_{}, before_{};
};

}  // namespace aim::app
