#include "sync/folder.h"

#include <gmock/gmock.h>

namespace aim::sync {
namespace {

TEST(Folder, KnowsFilesUnderTheNamesThatOthersGiveThem) {
  const std::string own = "0123456789abcdef0123456789abcdef";
  EXPECT_TRUE(is_named(own + ".card", card_ending, own));
  EXPECT_TRUE(is_named(own + " (conflicted copy 2026-11-26).card", card_ending, own));
  EXPECT_TRUE(is_named(own + ".sync-conflict-20261126-120000-ABCDEFG.card", card_ending));
  EXPECT_FALSE(is_named(own + ".part", card_ending, own));
  EXPECT_FALSE(is_named("f" + own.substr(1) + ".card", card_ending, own));
  EXPECT_FALSE(is_named("notes.card", card_ending));
  EXPECT_FALSE(is_named("~" + own + ".card", card_ending));
}

}  // namespace
}  // namespace aim::sync
