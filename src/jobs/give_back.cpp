#include "jobs/give_back.h"

#include <malloc.h>

#include <ctime>

namespace aim::jobs {
namespace {

constexpr std::size_t worth_it = std::size_t{2} << 20;  // bytes
// A process that did more than look after itself since the last time is not idle.
constexpr std::chrono::milliseconds at_rest{10};

}  // namespace

GiveBack::Allocator GiveBack::of_this_process() {
  return {
      [] {
        timespec used{};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
        return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
      },
      [] { return static_cast<std::size_t>(::mallinfo2().fordblks); },
      [] { ::malloc_trim(0); },
  };
}

void GiveBack::run(Moment now, const Stop&) {
  next_ = now + interval;
  const bool idle = allocator_.used() - seen_ < at_rest;
  if (idle && allocator_.free_bytes() > worth_it)
    allocator_.trim();
  seen_ = allocator_.used();  // trimming is no use of others
}

}  // namespace aim::jobs
