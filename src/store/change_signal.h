// A store's word that something was committed, by whatever process on whatever machine, for whoever
// would else have to look again and again.
// Knows: that there was a change. Must not know: of what.
#pragma once
#include <chrono>

#include "store/store.h"

namespace aim::store {

class ChangeSignal {
 public:
  virtual ~ChangeSignal() = default;
  // Waits until there was a change, as long as `timeout` at most, or until `stop` says so. Whether
  // there was one, or may have been: what happens while nothing can be heard is never known, so
  // then it is true after the whole wait. Threads: one at a time.
  virtual bool wait(std::chrono::milliseconds timeout, const Stop& stop) = 0;
};

}  // namespace aim::store
