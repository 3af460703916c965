
#include <gtest/gtest.h>
#include <unistd.h>

#include <climits>
#include <fstream>

#include "engine/audit/events.h"
#include "engine/audit/signer.h"

namespace aim::engine {
namespace {

namespace fs = std::filesystem;

class Heads : public testing::Test {
 protected:
  Heads() {
    std::string name = (fs::temp_directory_path() / "heads-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  ~Heads() override { fs::remove_all(folder_); }

  static ChainHead head(std::int64_t sequence, char digit) {
    return {sequence, std::string(64, digit)};
  }
  std::int64_t known(const KeptHeads& heads, const char* database) {
    const auto found = heads.find(folder_ / database).value();
    return found ? found->sequence : 0;
  }

  fs::path folder_;
};

TEST_F(Heads, AreKeptForEachDatabase) {
  const KeptHeads heads(folder_ / "identity");
  EXPECT_EQ(known(heads, "a.db"), 0);
  ASSERT_TRUE(heads.note(folder_ / "a.db", head(3, 'a')));
  ASSERT_TRUE(heads.note(folder_ / "b c.db", head(7, 'b')));
  ASSERT_TRUE(heads.note(folder_ / "a.db", head(5, 'c')));
  EXPECT_EQ(known(heads, "a.db"), 5);
  EXPECT_EQ(known(heads, "b c.db"), 7);
  EXPECT_EQ(heads.find(folder_ / "a.db").value()->hash, std::string(64, 'c'));
  EXPECT_EQ(fs::status(heads.file()).permissions(), fs::perms(0600));
}

TEST_F(Heads, DoNotGoBack) {
  const KeptHeads heads(folder_ / "identity");
  ASSERT_TRUE(heads.note(folder_ / "a.db", head(5, 'a')));
  ASSERT_TRUE(heads.note(folder_ / "a.db", head(1, 'b')));
  ASSERT_TRUE(heads.note(folder_ / "a.db", {}));
  EXPECT_EQ(known(heads, "a.db"), 5);
}

TEST_F(Heads, PassOverWhatIsNoLine) {
  const KeptHeads heads(folder_ / "identity");
  ASSERT_TRUE(heads.note(folder_ / "a.db", head(5, 'a')));
  std::ofstream(heads.file(), std::ios::app)
      << "junk\n9:zz x\n-1:" << std::string(64, 'a') << " y\n";
  EXPECT_EQ(known(heads, "a.db"), 5);
  ASSERT_TRUE(heads.note(folder_ / "a.db", head(6, 'a')));
  EXPECT_EQ(known(heads, "a.db"), 6);
}

TEST_F(Heads, AreNoneWithoutAnIdentity) {
  const KeptHeads heads({});
  EXPECT_TRUE(heads.note(folder_ / "a.db", head(5, 'a')));
  EXPECT_EQ(known(heads, "a.db"), 0);
}

TEST(HeadsToNote, ManyInASecondAreNotedAFewTimes) {
  Signer signer({});
  EXPECT_FALSE(signer.may_note("a.db", heads_a_second));
  int noted = 0;
  constexpr int events = 3 * heads_a_second;
  for (int event = 1; event <= events; ++event) {
    signer.mark_recorded("a.db", event);
    if (!signer.may_note("a.db", heads_a_second))
      continue;
    ++noted;
    signer.note("a.db", event);
  }
  // A second may have passed meanwhile.
  EXPECT_GE(noted, heads_a_second);
  EXPECT_LE(noted, 2 * heads_a_second);
  EXPECT_FALSE(signer.is_recorded("b.db"));
  signer.mark_recorded("b.db", 1);
  EXPECT_TRUE(signer.may_note("b.db", heads_a_second));
  // The last one always is, in the end.
  signer.mark_recorded("a.db", events + 1);
  EXPECT_TRUE(signer.may_note("a.db", INT_MAX));
  signer.note("a.db", events + 1);
  EXPECT_FALSE(signer.is_recorded("a.db"));
}

TEST(HeadsToNote, OneThatWasReadBeforeTheCommitIsReadAgain) {
  Signer signer({});
  signer.mark_recorded("a.db", 5);
  EXPECT_TRUE(signer.may_note("a.db", INT_MAX));
  signer.note("a.db", 4);
  EXPECT_TRUE(signer.is_recorded("a.db"));
  signer.note("a.db", 5);
  EXPECT_FALSE(signer.is_recorded("a.db"));
  // Another database took its place.
  signer.mark_recorded("a.db", 1);
  EXPECT_TRUE(signer.is_recorded("a.db"));
}

}  // namespace
}  // namespace aim::engine
