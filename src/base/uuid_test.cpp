#include "base/uuid.h"

#include <gmock/gmock.h>

#include <array>
#include <set>
#include <thread>
#include <vector>

namespace aim {
namespace {

TEST(Uuid, IsOfVersionFourAndLowerCase) {
  for (int i = 0; i < 1'000; ++i) {
    const std::string id = new_uuid();
    ASSERT_EQ(id.size(), 36U) << id;
    for (std::size_t at = 0; at < id.size(); ++at) {
      const bool dash = at == 8 || at == 13 || at == 18 || at == 23;
      const std::string_view allowed = dash       ? "-"
                                       : at == 14 ? "4"
                                       : at == 19 ? "89ab"
                                                  : "0123456789abcdef";
      ASSERT_NE(allowed.find(id[at]), std::string_view::npos) << id << " at " << at;
    }
  }
}

TEST(Uuid, OfANameIsAlwaysTheSame) {
  EXPECT_EQ(named_uuid("a"), named_uuid("a"));
  EXPECT_NE(named_uuid("a"), named_uuid("b"));
  const std::string id = named_uuid("");
  EXPECT_EQ(
      id, "e3b0c442-98fc-8c14-9afb-f4c8996fb924");  // SHA-256 of nothing, with version and variant
}

TEST(Uuid, DiffersAlsoBetweenThreads) {
  std::array<std::vector<std::string>, 4> made;
  {
    std::vector<std::jthread> threads;
    for (auto& mine : made)
      threads.emplace_back([&mine] {
        for (int i = 0; i < 1'000; ++i) mine.push_back(new_uuid());
      });
  }
  std::set<std::string> all;
  for (const auto& each : made) all.insert(each.begin(), each.end());
  EXPECT_EQ(all.size(), 4'000U);
}

}  // namespace
}  // namespace aim
