#include "memory/priority_names.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

TEST(PriorityNames, StandForNumbers) {
  const std::array<Band, 10> expected{Band::low,    Band::low,    Band::low,  Band::normal,
                                      Band::normal, Band::normal, Band::high, Band::high,
                                      Band::core,   Band::core};
  for (std::int64_t priority = 1; priority <= 10; ++priority)
    EXPECT_EQ(band_of(priority), expected.at(static_cast<std::size_t>(priority - 1))) << priority;
  EXPECT_EQ(priority_of(Band::core), 10);
  EXPECT_EQ(priority_of(Band::high), 8);
  EXPECT_EQ(priority_of(Band::normal), 5);
  EXPECT_EQ(priority_of(Band::low), 2);
}

TEST(PriorityNames, HaveNamesInAnyCase) {
  EXPECT_EQ(band_named("core"), Band::core);
  EXPECT_EQ(band_named("High"), Band::high);
  EXPECT_EQ(band_named("NORMAL"), Band::normal);
  EXPECT_EQ(band_named("URGENT"), std::nullopt);
  EXPECT_EQ(band_named(""), std::nullopt);
}

}  // namespace
}  // namespace aim
