#include <gmock/gmock.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <thread>

#include "base/file.h"
#include "llm/guard.h"

namespace aim::llm {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

class LedgerTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "ledger-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path file() const { return folder_ / "state" / "llm.json"; }
  Ledger ledger(Limits limits = {}, std::string endpoint = "a") {
    return Ledger(file(), std::move(endpoint), limits, clock_);
  }

  std::filesystem::path folder_;
  FakeClock clock_{Time(std::chrono::sys_days{std::chrono::year{2026} / 11 / 21})};
};

TEST_F(LedgerTest, OfOneProcessIsThatOfTheOthers) {
  Ledger one = ledger({2, 0}), other = ledger({2, 0});
  ASSERT_TRUE(one.begin(60s));
  one.end({Ended::How::well, 40});
  EXPECT_EQ(other.look().spent, (Spent{day_of(clock_.now()), 1, 40}));
  ASSERT_TRUE(other.begin(60s));
  EXPECT_THAT(one.begin(60s).error().message, HasSubstr("2 calls a day"));
  clock_.advance(24h);
  EXPECT_TRUE(one.begin(60s));
}

TEST_F(LedgerTest, SparesAllTheEndpointThatFailedOne) {
  Ledger one = ledger(), other = ledger();
  ASSERT_TRUE(one.begin(60s));
  one.end({Ended::How::badly, 0, "cannot reach it", {}});
  const auto refused = other.begin(60s);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("cannot reach it"));
  EXPECT_EQ(refused.error().hint, "it is tried again in 15 seconds");
  EXPECT_EQ(other.look().spent.calls, 1) << "what was not asked is not counted";
  EXPECT_TRUE(ledger({}, "b").begin(60s)) << "another endpoint has its own luck";
}

TEST_F(LedgerTest, LetsOneTryAgain) {
  Ledger one = ledger(), other = ledger();
  ASSERT_TRUE(one.begin(60s));
  one.end({Ended::How::badly, 0, "x", {}});
  clock_.advance(15s);
  ASSERT_TRUE(one.begin(60s));
  EXPECT_FALSE(other.begin(60s));
  one.end({Ended::How::well, 1});
  EXPECT_TRUE(other.begin(60s));
}

TEST_F(LedgerTest, CountsEveryCallOfManyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([this] {
      Ledger own = ledger();
      for (int n = 0; n < 5; ++n) {
        ASSERT_TRUE(own.begin(60s));
        own.end({Ended::How::undecided, 3});
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(ledger().look().spent, (Spent{day_of(clock_.now()), 40, 120}));
}

TEST_F(LedgerTest, IsPrivateAndSurvivesNonsense) {
  Ledger one = ledger();
  ASSERT_TRUE(one.begin(60s));
  struct stat status {};
  ASSERT_EQ(::stat(file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, mode_t{0600});
  for (const std::string nonsense :
       {"", "[]", "{\"day\":-1,\"calls\":\"x\",\"failures\":99999999999999}", "\xff", "{"}) {
    ASSERT_TRUE(replace_file(file(), nonsense));
    EXPECT_EQ(one.look().spent.calls, 0);
    EXPECT_TRUE(one.begin(60s));
  }
}

TEST_F(LedgerTest, WithoutAPlaceNothingIsSpent) {
  Ledger nowhere({}, "a", {}, clock_);
  EXPECT_THAT(nowhere.begin(60s).error().message, HasSubstr("no folder"));
}

}  // namespace
}  // namespace aim::llm
