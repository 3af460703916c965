// A database of somebody else, whose rows may break every rule.
#include "engine/transfer/sync_testing.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class Strangers : public SyncTest {
 protected:
  // Changes the other database past every rule of ours.
  void tamper(const std::string& sql) {
    other_.reset();
    other_database_.reset();
    store::sqlite::testing::run_sql(file("other.db"), "PRAGMA foreign_keys=OFF;" + sql);
  }
  Synced pull() {
    clock_.advance(1s);
    return must(
        sync(*engine_, {file("other.db"), SyncDirection::pull, false}, [](std::int64_t) {}));
  }
  static Strings reasons(const SyncFlow& flow) {
    Strings all;
    for (const Refusal& each : flow.refused.list())
      all.push_back(std::to_string(each.count) + " " + each.what + ": " + each.reason);
    return all;
  }
};

TEST_F(Strangers, EachRowKeepsToTheRulesOfInput) {
  for (const char* title : {"good", "long", "bytes", "zero", "tier", "sure", "path", "json"})
    keep_there(title);
  tamper(
      "UPDATE memories SET content = CAST(zeroblob(70000) AS TEXT) WHERE title = 'long';"
      "UPDATE memories SET content = CAST(x'61ff62' AS TEXT) WHERE title = 'bytes';"
      "UPDATE memories SET content = CAST(x'610062' AS TEXT) WHERE title = 'zero';"
      "UPDATE memories SET tier = 99 WHERE title = 'tier';"
      "UPDATE memories SET confidence = 9e999 WHERE title = 'sure';"
      "UPDATE memories SET id = '../../../etc/passwd' WHERE title = 'path';"
      "UPDATE memories SET metadata = 'none' WHERE title = 'json'");
  const SyncFlow flow = pull().pull;
  EXPECT_EQ(flow.added, 1);
  EXPECT_THAT(listed(), ElementsAre("good"));
  EXPECT_THAT(reasons(flow),
              UnorderedElementsAre("1 memories: content may have at most 65536 bytes",
                                   "1 memories: content must be valid UTF-8",
                                   "1 memories: content must not contain NUL",
                                   "1 memories: tier must be one that is known",
                                   "1 memories: confidence must be between 0 and 1",
                                   "1 memories: id must not contain slashes",
                                   "1 memories: metadata must be a JSON object"));
}

TEST_F(Strangers, WhatIsTooLargeToBeReadKeepsNobodyElseBack) {
  for (int i = 0; i < 30; ++i) keep_there("good " + std::to_string(i));
  keep_there("huge");
  tamper("UPDATE memories SET content = hex(zeroblob(20000000)) WHERE title = 'huge'");
  const SyncFlow flow = pull().pull;
  EXPECT_EQ(flow.added, 30);
  ASSERT_EQ(flow.refused.list().size(), 1U);
  EXPECT_EQ(flow.refused.list().front().count, 1);
}

TEST_F(Strangers, DeletionsFromTheEndOfTimeDeleteNothing) {
  const std::string id = keep_here("mine");
  run();
  tamper(
      "DELETE FROM memories;INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES "
      "(999, '" +
      id + "', 'global', 'mine', 9223372036854775807)");
  EXPECT_EQ(reasons(pull().pull),
            Strings{"1 deletions: lost_at must not be more than a year ahead"});
  EXPECT_THAT(listed(), ElementsAre("mine"));
}

TEST_F(Strangers, ATitleIsNotGivenUpForARowThatMayNotCome) {
  const std::string id = keep_here("wanted", "mine");
  run();
  const std::string other = keep_there("another");
  tamper(
      "UPDATE memories SET title = 'elsewhere', updated_at = updated_at + 10, tier = 99 WHERE id = "
      "'" +
      id + "';UPDATE memories SET title = 'wanted', updated_at = updated_at + 20 WHERE id = '" +
      other + "'");
  pull();
  EXPECT_EQ(now(id).title, "wanted");
}

TEST_F(Strangers, ASchemaThatIsNotOursIsRefused) {
  keep_there("theirs");
  tamper("CREATE TRIGGER evil AFTER INSERT ON links BEGIN DELETE FROM memories; END");
  const Error refused =
      refusal(sync(*engine_, {file("other.db"), SyncDirection::merge, false}, [](std::int64_t) {}));
  EXPECT_EQ(refused.code, Code::validation_failed);
  EXPECT_THAT(refused.message, ::testing::HasSubstr("evil"));
  EXPECT_THAT(listed(), IsEmpty());
}

}  // namespace
}  // namespace aim::engine
