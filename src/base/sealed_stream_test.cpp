#include "base/sealed_stream.h"

#include <gmock/gmock.h>

#include <vector>

namespace aim {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> opened(const Key32& key, std::string_view head, std::string_view sealed,
                                bool& whole) {
  std::vector<std::string> pieces;
  StreamOpener opener(key, head, sealed.substr(std::min(head.size(), sealed.size())));
  while (auto piece = opener.next()) pieces.push_back(*piece);
  whole = opener.is_whole();
  return pieces;
}

TEST(SealedStream, GivesPiecesBackToTheHolderOfTheKey) {
  const Key32 key = random_key();
  StreamSealer sealer(key, "head");
  sealer.add("one one one one");
  sealer.add("");
  sealer.add("three");
  const std::string sealed = sealer.finish();
  EXPECT_EQ(sealed.find("one"), sealed.npos);
  bool whole = false;
  EXPECT_THAT(opened(key, "head", sealed, whole), ElementsAre("one one one one", "", "three"));
  EXPECT_TRUE(whole);
  EXPECT_THAT(opened(random_key(), "head", sealed, whole), ElementsAre());
  EXPECT_FALSE(whole);
  EXPECT_THAT(opened(key, "Head", sealed, whole), ElementsAre());
  EXPECT_FALSE(whole);
}

TEST(SealedStream, NoticesEachChangedBitAndEachCut) {
  const Key32 key = random_key();
  StreamSealer sealer(key, "");
  sealer.add("a text");
  const std::string sealed = sealer.finish();
  bool whole = true;
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    opened(key, "", changed, whole);
    EXPECT_FALSE(whole) << i;
    opened(key, "", sealed.substr(0, i), whole);
    EXPECT_FALSE(whole) << i;
  }
  opened(key, "", sealed + "x", whole);
  EXPECT_FALSE(whole);
}

}  // namespace
}  // namespace aim
