#include "engine/transfer/adopt.h"

#include "base/uuid.h"
#include "engine/engine_testing.h"

namespace aim::engine {
namespace {

using ::testing::ElementsAre;
using testing::must;
using ::testing::StartsWith;

class Adopt : public testing::EngineTest {
 protected:
  static Memory foreign(const std::string& title, const std::string& content) {
    Memory memory;
    memory.id = named_uuid(title);
    memory.title = title;
    memory.content = content;
    memory.source = "mine-claude";
    return memory;
  }
  AdoptReport adopt_all(std::vector<Memory> batch, bool dry = false) {
    AdoptReport report;
    EXPECT_TRUE(adopt(*engine_, std::move(batch), report, dry));
    return report;
  }
  static std::vector<std::int64_t> counts(const AdoptReport& report) {
    return {report.added, report.updated, report.unchanged, report.edited};
  }
};

TEST_F(Adopt, AddsOnceAndThenKnowsThem) {
  EXPECT_THAT(counts(adopt_all({foreign("a", "one"), foreign("b", "two")}, true)),
              ElementsAre(2, 0, 0, 0));
  EXPECT_THAT(counts(adopt_all({foreign("a", "one"), foreign("b", "two")})),
              ElementsAre(2, 0, 0, 0));
  EXPECT_THAT(counts(adopt_all({foreign("a", "one"), foreign("b", "two")})),
              ElementsAre(0, 0, 2, 0));
  EXPECT_THAT(counts(adopt_all({foreign("a", "one more"), foreign("b", "two")}, true)),
              ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(counts(adopt_all({foreign("a", "one more"), foreign("b", "two")})),
              ElementsAre(0, 1, 1, 0));
  EXPECT_EQ(now(named_uuid("a")).content, "one more");
  EXPECT_TRUE(now(named_uuid("a")).expires_at.has_value());
}

// S12: of two states of an origin that tells its times, the later one stays.
TEST_F(Adopt, KnowsAnOlderStateOfItsOrigin) {
  const auto state = [](const char* content, const char* updated_at) {
    Memory memory = foreign("a", content);
    memory.created_at = parse_rfc3339("2024-01-01T00:00:00Z", "").value();
    memory.updated_at = parse_rfc3339(updated_at, "").value();
    return memory;
  };
  adopt_all({state("new", "2024-06-01T00:00:00Z")});
  EXPECT_THAT(counts(adopt_all({state("old", "2024-02-01T00:00:00Z")})), ElementsAre(0, 0, 1, 0));
  EXPECT_EQ(now(named_uuid("a")).content, "new");
  EXPECT_THAT(counts(adopt_all({state("newer", "2024-07-01T00:00:00Z")})), ElementsAre(0, 1, 0, 0));
}

TEST_F(Adopt, LeavesAloneWhatWasEditedHere) {
  adopt_all({foreign("a", "one")});
  Changes changes;
  changes.content = "mine now";
  must(update(*engine_, named_uuid("a"), changes));
  EXPECT_THAT(counts(adopt_all({foreign("a", "one")})), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(counts(adopt_all({foreign("a", "one more")})), ElementsAre(0, 0, 0, 1));
  EXPECT_EQ(now(named_uuid("a")).content, "mine now");
}

TEST_F(Adopt, LeavesAloneWhatWasEditedOnItsWayHere) {
  Memory edited = foreign("a", "mine from the start");
  edited.title = "Mine";
  edited.metadata = with_origin(edited.metadata, "a", "one");
  adopt_all({edited});
  EXPECT_THAT(counts(adopt_all({edited})), ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(counts(adopt_all({foreign("a", "one")})), ElementsAre(0, 0, 0, 1));
  EXPECT_EQ(now(named_uuid("a")).content, "mine from the start");
  EXPECT_EQ(now(named_uuid("a")).title, "Mine");
}

TEST_F(Adopt, NeverOverwritesAnotherOfTheSameTitle) {
  const auto own = must(remember(*engine_, testing::draft("a", "own")));
  EXPECT_THAT(counts(adopt_all({foreign("a", "foreign")})), ElementsAre(1, 0, 0, 0));
  EXPECT_EQ(now(own.memory.id).content, "own");
  EXPECT_THAT(now(named_uuid("a")).title, StartsWith("a ["));
  EXPECT_THAT(counts(adopt_all({foreign("a", "foreign")})), ElementsAre(0, 0, 1, 0));
}

TEST_F(Adopt, ExpiredOnesComeAnew) {
  adopt_all({foreign("a", "one")});
  clock_.advance(8 * testing::day);
  EXPECT_THAT(counts(adopt_all({foreign("a", "one")}, true)), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(counts(adopt_all({foreign("a", "one")})), ElementsAre(1, 0, 0, 0));
}

}  // namespace
}  // namespace aim::engine
