#include <gmock/gmock.h>
#include <sys/resource.h>

#include <thread>

#include "base/platform/system.h"

namespace aim {
namespace {

TEST(System, LowersThePriorityOfTheCallingThreadAlone) {
  const int before = ::getpriority(PRIO_PROCESS, 0);
  int within = before;
  std::jthread([&] {
    lower_priority_of_this_thread();
    within = ::getpriority(PRIO_PROCESS, 0);
  }).join();
  EXPECT_GE(within, std::max(before, 10));
  EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), before);
}

}  // namespace
}  // namespace aim
