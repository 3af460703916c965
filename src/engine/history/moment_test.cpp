#include "engine/history/moment.h"

#include <sys/stat.h>

#include <fstream>

#include "engine/archive.h"
#include "engine/database.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/standards.h"
#include "store/links.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::SizeIs,
    ::testing::UnorderedElementsAre;

class MomentTest : public EngineTest {
 protected:
  void change(const std::string& id, std::string content) {
    Changes changes;
    changes.content = std::move(content);
    clock_.advance(1min);
    must(update(*engine_, id, changes));
  }
  std::unique_ptr<Moment> as_of(Time time, const MomentScope& scope = {}) {
    return must(Moment::make(*engine_, time, scope));
  }
  static Strings contents(Moment& moment) {
    Strings all;
    for (const Memory& each : must(list(moment.engine(), {}, 100, 0))) all.push_back(each.content);
    return all;
  }
  Time tick() {
    const Time before = clock_.now();
    clock_.advance(1min);
    return before;
  }
};

TEST_F(MomentTest, HoldsWhatWasThereThen) {
  const auto port = id_of("Port", "8080");
  const auto gone = id_of("Proxy", "nginx in front");
  const Time then = tick();
  change(port, "8081");
  must(remove(*engine_, gone));
  id_of("Later", "y");
  const auto moment = as_of(then);
  EXPECT_THAT(contents(*moment), UnorderedElementsAre("8080", "nginx in front"));
  EXPECT_THAT(titles(must(search(moment->engine(), {"nginx", {}, 5, {}, {}})).hits),
              ElementsAre("Proxy"));
  EXPECT_THAT(titles(must(search(moment->engine(), {"8081", {}, 5, {}, {}})).hits), IsEmpty());
  EXPECT_THAT(contents(*as_of(then - 1h)), IsEmpty());
  EXPECT_EQ(must(stats(moment->engine())).counts.memories, 2);
}

TEST_F(MomentTest, LinksOfADeletedMemoryAreThere) {
  const auto one = id_of("One"), two = id_of("Two"), three = id_of("Three");
  must(add_link(*engine_, one, two, Relation::supersedes));
  const Time then = tick();
  must(add_link(*engine_, one, three, Relation::related_to));
  clock_.advance(1min);
  must(remove(*engine_, two));
  EXPECT_THAT(must(get(as_of(then, {.ids = Strings{one}})->engine(), one)).links, SizeIs(1));
  EXPECT_THAT(must(get(as_of(then)->engine(), two.substr(0, 8))).links, SizeIs(1));
}

TEST_F(MomentTest, ANamespaceBringsItsStandardsAlong) {
  const auto rule = id_of("Rule", "reviewed by two", "team");
  Engine owner = *engine_;
  owner.by_owner = true;
  must(set_standard(owner, "team", rule, {}));
  id_of("Port", "8080", "team/api");
  id_of("Other", "x", "elsewhere");
  const Time then = tick();
  change(rule, "reviewed by three");
  const auto moment = as_of(then, {.filter = in("team/api")});
  const auto found = must(session_start(moment->engine(), "team/api", 10));
  EXPECT_THAT(titles(found.hits), ElementsAre("Port"));
  ASSERT_THAT(found.standards, SizeIs(1));
  EXPECT_EQ(found.standards[0].content, "reviewed by two");
}

TEST_F(MomentTest, AMemoryIsThereUntilItExpires) {
  Draft brief = draft("Brief");
  brief.expires_at = format_rfc3339(clock_.now() + 1h);
  id_of(brief);
  const Time then = clock_.now();
  clock_.advance(2h);
  EXPECT_THAT(contents(*as_of(then)), SizeIs(1));
  EXPECT_THAT(contents(*as_of(clock_.now())), IsEmpty());
}

TEST_F(MomentTest, ChangesFollowEachOtherWhateverTheClockSays) {
  const auto id = id_of("Port", "1");
  const Time first = tick();
  clock_.advance(1h);
  change(id, "2");  // by a clock that was an hour ahead
  clock_.advance(-1h);
  change(id, "3");
  EXPECT_THAT(contents(*as_of(first)), ElementsAre("1"));
  EXPECT_THAT(contents(*as_of(clock_.now())), ElementsAre("1")) << "before the first change later";
  EXPECT_THAT(contents(*as_of(clock_.now() + 2h)), ElementsAre("3"));
}

// An import of another machine, say.
TEST_F(MomentTest, AMemoryWhoseTimesAreAheadMovesNoOther) {
  const auto ahead = id_of("Ahead", "1"), port = id_of("Port", "1");
  clock_.advance(24h * 4);
  change(ahead, "2");
  clock_.advance(-24h * 4);
  change(port, "2");
  const Time then = tick();
  change(port, "3");
  EXPECT_THAT(contents(*as_of(then)), UnorderedElementsAre("1", "2"));
  EXPECT_THAT(contents(*as_of(then, {.ids = {{port}}})), ElementsAre("2"));
}

TEST_F(MomentTest, ALargeOneHoldsCandidatesForItsQuestion) {
  const auto changed = id_of("Port", "the api listens on 8080");
  const auto gone = id_of("Proxy", "nginx stands before the api");
  id_of("Unchanged", "the api is written in go");
  must(database_->write(
      [&](store::Writer& writer) -> Result<void> {
        std::vector<Memory> many;
        for (int i = 0; i < 2'100; ++i)
          many.push_back(
              memory_of("other-" + std::to_string(i), "Other " + std::to_string(i), "x"));
        std::vector<store::NewMemory> fresh;
        for (Memory& each : many) fresh.push_back({&each, nullptr});
        TRY(writer.memories.insert_all(fresh));
        return {};
      },
      {}));
  const Time then = tick();
  change(changed, "moved elsewhere");
  must(remove(*engine_, gone));
  const auto moment = as_of(then, {.question = "api"});
  EXPECT_THAT(titles(must(search(moment->engine(), {"api", {}, 10, {}, {}})).hits),
              UnorderedElementsAre("Port", "Proxy", "Unchanged"));
  EXPECT_LT(must(stats(moment->engine())).counts.memories, 100);
  const auto by_words = as_of(then, {.question = "api", .by_meaning = false});
  EXPECT_THAT(titles(must(search(by_words->engine(), {"api", {}, 10, {}, {}})).hits),
              UnorderedElementsAre("Port", "Proxy", "Unchanged"));
  // The best of now are all newer than the moment: older memories are still found.
  for (int i = 0; i < 60; ++i) id_of("Newer " + std::to_string(i), "the api is written in go");
  const auto before_them = as_of(then, {.question = "api"});
  EXPECT_THAT(titles(must(search(before_them->engine(), {"api", {}, 10, {}, {}})).hits),
              UnorderedElementsAre("Port", "Proxy", "Unchanged"));
  // So many were changed that their former texts are first looked through for words.
  must(database_->write(
      [&](store::Writer& writer) -> Result<void> {
        for (int i = 0; i < 2'100; ++i) {
          const std::string number = std::to_string(i);
          store::Version version{
              1, clock_.now(), "update", memory_of("other-" + number, "Other " + number, "x"), {}};
          TRY_VOID(writer.memories.set_versions("other-" + number, std::span(&version, 1)));
        }
        return {};
      },
      {}));
  const auto later = as_of(then, {.question = "api"});
  EXPECT_THAT(titles(must(search(later->engine(), {"api", {}, 10, {}, {}})).hits),
              UnorderedElementsAre("Port", "Proxy", "Unchanged"));
  EXPECT_LT(must(stats(later->engine())).counts.memories, 100);
}

// A process that is killed in such a read leaves its file (Y1).
TEST_F(MomentTest, ATemporaryFileCannotBeRead) {
  id_of("Port", "Zanzibarmark");
  ::setenv("TMPDIR", folder_.c_str(), 1);
  const auto moment = as_of(clock_.now());
  ::unsetenv("TMPDIR");
  int files = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder_)) {
    if (!each.path().filename().string().starts_with("scratch.db") || !each.is_regular_file())
      continue;
    ++files;
    std::ifstream in(each.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(bytes.find("Zanzibarmark"), bytes.npos) << each.path();
  }
  EXPECT_GE(files, 1);
}

TEST_F(MomentTest, ARewoundStoreIsANewFile) {
  const auto port = id_of("Port", "8080");
  const Time then = tick();
  change(port, "8081");
  EXPECT_EQ(must(rewind(*engine_, then, file("then.db"))).memories, 1);
  struct stat seen {};
  ASSERT_EQ(::stat(file("then.db").c_str(), &seen), 0);
  EXPECT_EQ(seen.st_mode & 0777, 0600U);
  EXPECT_EQ(refusal(rewind(*engine_, then, file("then.db"))).code, Code::conflict);
  const auto store = must(engine_->file_store(file("then.db"), false, clock_));
  for (const store::Finding& finding : must(store->maintenance().examine({})))
    EXPECT_TRUE(finding.good) << finding.check << finding.detail;
}

TEST_F(MomentTest, BetweenItsDeletionAndItsReturnAMemoryIsOnceInTheArchive) {
  const Author author{.operation = "archive_restore"};
  const auto deleted = id_of("Port", "8080"), forgotten = id_of("Proxy", "nginx");
  change(deleted, "8081");
  clock_.advance(1min);
  const Time gone = clock_.now();
  must(remove(*engine_, deleted));
  must(forget(*engine_, {.ids = {forgotten}}));
  clock_.advance(1min);
  const Time then = tick();
  auto doors = *engine_;
  doors.database = doors.database.by(std::make_shared<const Author>(author));
  for (const std::string& id : {deleted, forgotten}) must(restore(doors, id));
  // An import may bring a copy of then.
  const Memory there = now(forgotten);
  must(engine_->database.write([&](store::Writer& writer) {
    return writer.memories.add_archived({there, at(gone), "forget"});
  }));
  const auto counts = must(rewind(*engine_, then, file("then.db")));
  EXPECT_EQ(counts.memories, 0);
  EXPECT_EQ(counts.archived, 2);
  const auto store = must(engine_->file_store(file("then.db"), false, clock_));
  must(store::Access(*store).read([&](store::Reader& reader) -> Result<void> {
    const auto archived = TRY(reader.memories.find_archived(deleted));
    EXPECT_EQ(archived->memory.content, "8081");
    EXPECT_EQ(archived->archived_at.time, gone);
    EXPECT_EQ(archived->reason, "delete");
    EXPECT_TRUE(TRY(reader.memories.find_archived(forgotten)));
    return {};
  }));
}

TEST_F(MomentTest, TwoMomentsDifferInWhatWasChangedBetween) {
  const auto changed = id_of("Changed", "8080"), same = id_of("Same"), removed = id_of("Removed");
  const Time from = tick();
  change(changed, "8081");
  must(remove(*engine_, removed));
  const auto added = id_of("Added");
  const Time to = tick();
  change(same, "y");
  change(changed, "8082");
  id_of("Elsewhere", "x", "other");
  const auto changes = must(compare_moments(*engine_, from, to, ""));
  ASSERT_THAT(changes, SizeIs(3));
  EXPECT_EQ(changes[0].after->title, "Added");
  EXPECT_FALSE(changes[0].before);
  EXPECT_EQ(changes[1].before->content, "8080");
  EXPECT_EQ(changes[1].after->content, "8081");
  EXPECT_EQ(changes[2].before->title, "Removed");
  EXPECT_FALSE(changes[2].after);
  EXPECT_THAT(must(compare_moments(*engine_, from, clock_.now(), "other")), SizeIs(1));
  EXPECT_EQ(refusal(compare_moments(*engine_, to, from, "")).field, "from");
}

TEST_F(MomentTest, WhatHasExpiredIsRemovedBeforeItIsCollected) {
  Draft brief = draft("Brief");
  brief.expires_at = format_rfc3339(clock_.now() + 1h);
  id_of(brief);
  const Time from = clock_.now();
  clock_.advance(2h);
  const auto changes = must(compare_moments(*engine_, from, clock_.now(), ""));
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_TRUE(changes[0].before);
  EXPECT_FALSE(changes[0].after);
}

}  // namespace
}  // namespace aim::engine
