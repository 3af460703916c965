#include "base/differences.h"

#include <gmock/gmock.h>

namespace aim {
namespace {

std::string shown(const std::vector<std::string_view>& before,
                  const std::vector<std::string_view>& after, std::size_t max_cells = 100) {
  std::string all;
  for (const auto& [side, text] : differences(before, after, max_cells)) {
    all.append(side == DiffSide::both ? " " : side == DiffSide::before ? "-" : "+");
    all.append(text);
  }
  return all;
}

TEST(Differences, KeepsAsMuchAsBothHave) {
  EXPECT_EQ(shown({"a", "b", "c"}, {"a", "b", "c"}), " a b c");
  EXPECT_EQ(shown({"a", "b", "c", "d"}, {"a", "c", "x", "d"}), " a-b c+x d");
  EXPECT_EQ(shown({}, {"a"}), "+a");
  EXPECT_EQ(shown({"a", "a"}, {"a"}), " a-a");
}

TEST(Differences, ReplacesAllBetweenWhereThatIsTooMuchToCompare) {
  EXPECT_EQ(shown({"a", "b", "c", "d"}, {"a", "c", "b", "d"}, 3), " a-b-c+c+b d");
}

}  // namespace
}  // namespace aim
