#include "base/background_threads.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <thread>

namespace aim {
namespace {

TEST(Polite, LowersTheCallingThreadAlone) {
  const int before = ::getpriority(PRIO_PROCESS, 0);
  int within = before;
  std::jthread([&] {
    yield_to_others();
    within = ::getpriority(PRIO_PROCESS, 0);
  }).join();
  EXPECT_GE(within, std::max(before, 10));
  EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), before);
}

TEST(Polite, LeavesOneProcessorToOthers) {
  EXPECT_GE(spare_processors(), 1U);
  EXPECT_LE(spare_processors(), std::max(std::thread::hardware_concurrency(), 2U) - 1);
}

}  // namespace
}  // namespace aim
