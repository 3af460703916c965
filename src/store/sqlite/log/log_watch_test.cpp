#include "base/file.h"
#include "store/sqlite/log/own_log.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using namespace std::chrono_literals;
using testing::must;

class LogWatched : public testing::StoreTest {};

TEST_F(LogWatched, HearsOfACommitOfAnotherConnectionAndOfNothingElse) {  // L3
  open();                                                                // makes the file
  const auto watch = LogWatch::of(file());
  ASSERT_TRUE(watch);
  must(replace_file(folder_ / "other", "x"));
  EXPECT_FALSE(watch->wait(10ms, {}));
  const auto writer = must(Connection::open(file(), {}));
  must(writer->run("CREATE TABLE t(a)"));
  EXPECT_TRUE(watch->wait(10s, {}));
  while (watch->wait(5ms, {})) {
  }
  must(writer->run("INSERT INTO t VALUES (1)"));
  EXPECT_TRUE(watch->wait(10s, {}));
}

TEST_F(LogWatched, FollowsALinkToTheFile) {
  const auto link = folder_ / "link.db";
  must(make_private_folder(folder_ / "far"));
  must(replace_file(folder_ / "far" / "real.db", ""));
  std::filesystem::create_symlink(folder_ / "far" / "real.db", link);
  const auto watch = LogWatch::of(link);
  ASSERT_TRUE(watch);
  must(replace_file(folder_ / "far" / "real.db-wal", "x"));
  EXPECT_TRUE(watch->wait(10s, {}));
}

TEST_F(LogWatched, EndsWhenItIsToldTo) {
  const auto watch = LogWatch::of(file());
  ASSERT_TRUE(watch);
  EXPECT_FALSE(watch->wait(1h, [] { return true; }));
  EXPECT_FALSE(LogWatch::of(folder_ / "not" / "there.db"));
}

}  // namespace
}  // namespace aim::store::sqlite
