#include <gtest/gtest.h>

#include "jobs/maintenance.h"

namespace aim::jobs {
namespace {

using namespace std::chrono_literals;

// Fake figures: processor time, free bytes, number of returns.
std::chrono::nanoseconds used;
std::size_t free_bytes;
int trimmed, released;

class GivingBack : public ::testing::Test {
 protected:
  void SetUp() override {
    used = 5s;
    free_bytes = 10'000'000;
    trimmed = released = 0;
  }
  void look() {
    EXPECT_GT(task_.due(), now_);
    now_ = task_.due();
    task_.run(now_, [] { return false; });
  }

  Moment now_{};
  GiveBack task_{[] { ++released; },
                 now_,
                 {[] { return used; }, [] { return free_bytes; },
                  [] {
                    ++trimmed;
                    free_bytes = 0;
                  }}};
};

TEST_F(GivingBack, WaitsUntilTheProcessIsIdle) {
  look();
  for (int i = 0; i < 3; ++i) {
    used += 1s;
    look();
  }
  EXPECT_EQ(trimmed, 0);
  EXPECT_EQ(released, 0);
  used += 1ms;
  look();
  EXPECT_EQ(trimmed, 1);
  EXPECT_EQ(released, 1);
}

TEST_F(GivingBack, DoesNothingForALittle) {
  free_bytes = 1'000'000;
  look();
  look();
  EXPECT_EQ(trimmed, 0);
  free_bytes = 10'000'000;
  look();
  look();
  EXPECT_EQ(trimmed, 1);
}

TEST_F(GivingBack, WorksOnTheRealAllocator) {
  GiveBack real([] {}, now_);
  real.run(real.due(), [] { return false; });
  real.run(real.due(), [] { return false; });
}

}  // namespace
}  // namespace aim::jobs
