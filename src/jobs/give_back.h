// Gives memory that was used for a moment back to the system, once a server has been idle for a
// while: recalls work on megabytes that the allocator keeps for the next (app/main.cpp), and of
// several assistants at once most have nothing to do.
// Threads: as Task.
#pragma once
#include "jobs/scheduler.h"

namespace aim::jobs {

class GiveBack : public Task {
 public:
  static constexpr std::chrono::seconds interval{2};

  // Its system functions; replaced in tests.
  struct Allocator {
    std::chrono::nanoseconds (*used)();  // processor time of the process
    std::size_t (*free_bytes)();         // kept and unused
    void (*trim)();
  };
  explicit GiveBack(Moment now) : GiveBack(now, of_this_process()) {}
  GiveBack(Moment now, const Allocator& allocator) : allocator_(allocator), next_(now + interval) {}

  Moment due() const override { return next_; }
  void run(Moment now, const Stop& stop) override;

 private:
  static Allocator of_this_process();

  const Allocator allocator_;
  Moment next_;
  std::chrono::nanoseconds seen_{0};  // processor time at the last look
};

}  // namespace aim::jobs
