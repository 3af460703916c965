#include <gtest/gtest.h>

#include "memory/rules.h"
#include "memory/titles.h"

namespace aim {
namespace {

Memory memory_of(const std::string& id, const std::string& title) {
  Memory memory;
  memory.id = id;
  memory.title = title;
  return memory;
}

TEST(ClaimedTitle, IsReadBackFromTheOneThatStandsBeside) {  // Y3
  const Memory one = memory_of("1", "Deploys");
  EXPECT_FALSE(is_beside(one));
  for (const bool is_taken : {false, true}) {
    const Memory moved = put_beside(one, is_taken);
    EXPECT_TRUE(moved.title.starts_with("Deploys #")) << moved.title;
    EXPECT_TRUE(is_beside(moved));
    EXPECT_EQ(claimed_title(moved), "Deploys");
    EXPECT_EQ(moved.updated_at, one.updated_at);
    // It is a mark of this memory only.
    EXPECT_EQ(claimed_title(memory_of("2", moved.title)), moved.title);
  }
  EXPECT_NE(put_beside(one).title, put_beside(one, true).title);
  EXPECT_NE(put_beside(one).title, put_beside(memory_of("2", "Deploys")).title);
}

TEST(ClaimedTitle, ThatLeavesNoRoomIsClaimedShorter) {
  Memory one = memory_of("1", "");
  while (one.title.size() < rule::title.max_bytes) one.title += "ü";
  const Memory moved = put_beside(one);
  EXPECT_TRUE(check(rule::title, "title", moved.title));
  EXPECT_TRUE(check(rule::title, "title", put_beside(one, true).title));
  EXPECT_TRUE(one.title.starts_with(claimed_title(moved)));
  EXPECT_GT(moved.updated_at.time, one.updated_at.time) << "a change, which others need";
}

TEST(ClaimedTitle, BelongsToTheOldest) {
  Memory one = memory_of("2", "Deploys"), other = memory_of("1", "Deploys");
  EXPECT_TRUE(has_first_claim(other, one));
  other.created_at = at(other.created_at.time + std::chrono::seconds(1));
  other.updated_at = one.updated_at;
  EXPECT_TRUE(has_first_claim(one, other));
}

}  // namespace
}  // namespace aim
