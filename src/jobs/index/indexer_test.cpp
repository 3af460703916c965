#include "jobs/index/indexer.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

#include "engine/forget.h"
#include "engine/untitled/entries.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "jobs/index/index_folder.h"
#include "store/sqlite/sqlite_store.h"
#include "store/sqlite/store_testing.h"

namespace aim::jobs::index {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using store::sqlite::testing::must;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class IndexerTest : public store::sqlite::testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = store::sqlite::make_store(file("test.db"), {.full_sync = false}, clock_);
    must(store_->ensure_open({}));
    engine_.reset(new Engine{store::Access(*store_), clock_, {}, touches_, embeddings_});
    options_.folder = folder_ / "workspace";
    options_.name_space = "mudpuppy";
    options_.state = folder_ / "state";
    fs::create_directories(options_.folder);
  }
  void TearDown() override {
    engine_.reset();
    store_.reset();
    StoreTest::TearDown();
  }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories((options_.folder / path).parent_path());
    std::ofstream(options_.folder / path, std::ios::binary) << text;
  }
  Figures index() { return must(index_once(*engine_, options_)); }
  std::vector<std::string> contents() {
    std::vector<std::string> all;
    must(engine::each_entry(*engine_, "mudpuppy",
                            [&](const Memory& memory) { all.push_back(memory.content); }));
    return all;
  }
  std::vector<Key> keys() {
    std::vector<Key> all;
    must(engine::each_entry(*engine_, "mudpuppy",
                            [&](const Memory& memory) { all.push_back(memory.key); }));
    return all;
  }

  std::unique_ptr<store::Store> store_;
  engine::TouchQueue touches_;
  engine::Embeddings embeddings_{nullptr, {}};
  std::unique_ptr<Engine> engine_;
  Options options_;
};

TEST_F(IndexerTest, TakesMarkdownAndNothingElse) {
  write("a.md", "one");
  write("x/y/B.MD", "\xEF\xBB\xBFtwo\r\nlines\r\n");
  write("blank.md", " \n\n");
  write("note.txt", "no");
  write(".git/x.md", "no");
  write(".hidden.md", "no");
  write("x/node_modules/p.md", "no");
  write("x/.indexignore", "drafts/\n/left*.md\n");
  write("x/drafts/d.md", "no");
  write("x/left out.md", "no");
  write("latin.md", "caf\xE9");
  write("binary.md", std::string("a\0b", 3));
  write("large.md", std::string(102'401, 'x'));
  write("fits.md", std::string(102'400, 'x'));
  fs::create_symlink(options_.folder / "a.md", options_.folder / "link.md");
  fs::create_directory_symlink(options_.folder / "x", options_.folder / "linked");
  ASSERT_EQ(::mkfifo((options_.folder / "pipe.md").c_str(), 0600), 0);
  const Figures done = index();
  EXPECT_EQ(done.files, 4);
  EXPECT_EQ(done.too_large, 1);
  EXPECT_EQ(done.no_text, 1);
  EXPECT_EQ(done.empty, 1);
  EXPECT_EQ(done.entries, 3 + 28);
  EXPECT_THAT(contents(), ::testing::Contains("two\nlines\n"));
}

TEST_F(IndexerTest, FollowsLinksOnlyWhenTold) {
  const fs::path outside = folder_ / "outside", other = folder_ / "other.md";
  fs::create_directories(outside / "deep");
  std::ofstream(outside / "deep/c.md") << "of the linked folder";
  std::ofstream(other) << "of the linked file";
  write("a.md", "one");
  write("x/b.md", "two");
  fs::create_directory_symlink(outside, options_.folder / "linked");
  fs::create_directory_symlink(outside / "deep", options_.folder / "linked again");
  fs::create_symlink(other, options_.folder / "x/other.md");
  fs::create_directory_symlink(options_.folder, outside / "back");   // a loop
  fs::create_directory_symlink(outside, outside / "deep/up");        // another
  fs::create_directory_symlink(folder_, options_.folder / "above");  // holds the folder itself
  fs::create_symlink(folder_ / "nowhere.md", options_.folder / "broken.md");
  EXPECT_EQ(index().files, 2);
  options_.follow_links = true;
  EXPECT_EQ(index().files, 4);
  EXPECT_THAT(contents(), ::testing::IsSupersetOf({std::string("of the linked folder"),
                                                   std::string("of the linked file")}));
  EXPECT_EQ(index().read, 0);
  options_.follow_links = false;
  EXPECT_EQ(index().files, 2);
  EXPECT_THAT(contents(), ::testing::Not(::testing::Contains("of the linked file")));
}

TEST_F(IndexerTest, AnUnchangedFileIsNotRead) {
  write("a.md", "one");
  write("latin.md", "caf\xE9");
  EXPECT_EQ(index().read, 2);
  EXPECT_EQ(index().read, 0);
  // Another time, the same content.
  fs::last_write_time(options_.folder / "a.md", fs::last_write_time(options_.folder / "a.md") + 1s);
  const auto before = keys();
  EXPECT_EQ(index().read, 1);
  EXPECT_EQ(index().read, 0);
  EXPECT_EQ(keys(), before);
}

TEST_F(IndexerTest, FollowsFiles) {
  write("a.md", "one");
  write("b.md", "two");
  write("c.md", "three");
  index();
  const auto before = keys();
  write("a.md", "one, changed");
  fs::remove(options_.folder / "b.md");
  fs::create_directory(options_.folder / "sub");
  fs::rename(options_.folder / "c.md", options_.folder / "sub/c.md");
  const Figures done = index();
  EXPECT_EQ(done.changed, 1);
  EXPECT_EQ(done.removed, 1);
  EXPECT_EQ(done.renamed, 1);
  EXPECT_EQ(done.added, 0);
  EXPECT_THAT(contents(), UnorderedElementsAre("one, changed", "three"));
  EXPECT_THAT(keys(), ElementsAre(before[0], before[2]));
  // Now ignored, and what is no text any more.
  write(".indexignore", "sub");
  write("a.md", std::string("\0", 1));
  EXPECT_EQ(index().removed, 2);
  EXPECT_THAT(contents(), IsEmpty());
}

TEST_F(IndexerTest, ReadsOtherEncodings) {
  write("a.md",
        "Gr\xF6\xDF"
        "e eins");
  write("b.md", std::string("\xFF\xFEG\0r\0\xF6\0\xDF\0e\0", 12));
  write("c.md",
        "Gr\xC3\xB6\xC3\x9F"
        "e drei, then \xFF");
  EXPECT_EQ(index().added, 3);
  EXPECT_THAT(contents(), UnorderedElementsAre("Größe eins", "Größe", "Größe drei, then \uFFFD"));
}

TEST_F(IndexerTest, ADryRunChangesNothing) {
  write("a.md", "one");
  options_.dry_run = true;
  EXPECT_EQ(index().added, 1);
  EXPECT_THAT(contents(), IsEmpty());
  EXPECT_FALSE(fs::exists(options_.state / "none"));
}

TEST_F(IndexerTest, WithoutItsNotebookItAsksTheDatabase) {
  write("a.md", "one");
  write("b.md", "two");
  index();
  const auto before = keys();
  fs::remove_all(options_.state);
  fs::remove(options_.folder / "b.md");
  const Figures done = index();
  EXPECT_EQ(done.read, 1);
  EXPECT_EQ(done.removed, 1);
  EXPECT_THAT(keys(), ElementsAre(before[0]));
}

TEST_F(IndexerTest, ANotebookOfAnotherTimeIsNotBelieved) {
  write("a.md", "one");
  index();
  const fs::path old = folder_ / "old";
  fs::copy(options_.state, old);
  write("a.md", "two");
  write("b.md", "three");
  index();
  // As after a crash between the two.
  fs::remove_all(options_.state);
  fs::rename(old, options_.state);
  index();
  EXPECT_THAT(contents(), UnorderedElementsAre("two", "three"));
  fs::resize_file(fs::directory_iterator(options_.state)->path(), 20);
  index();
  EXPECT_THAT(contents(), UnorderedElementsAre("two", "three"));
}

TEST_F(IndexerTest, AFileRestsBeforeItIsRead) {
  auto indexer = must(Indexer::open(*engine_, options_));
  must(indexer.begin());
  const Moment start{1h};
  must(indexer.scan(start));
  write("a.md", "one");
  for (int save = 0; save < 20; ++save)
    indexer.note(indexer.folder() / "a.md", false, false, start + save * 15ms, {});
  EXPECT_EQ(indexer.next_due(), start + 285ms + 500ms);
  must(indexer.step(start + 600ms));
  EXPECT_THAT(contents(), IsEmpty());
  must(indexer.step(start + 785ms));
  EXPECT_THAT(contents(), ElementsAre("one"));
  EXPECT_EQ(indexer.figures().read, 1);
  // Written all the time, it is read after five seconds.
  for (int save = 0; save < 100; ++save)
    indexer.note(indexer.folder() / "a.md", false, false, start + 10s + save * 100ms, {});
  EXPECT_EQ(indexer.next_due(), start + 15s);
}

TEST_F(IndexerTest, WhatMovesKeepsItsEntries) {
  write("a/a.md", "one");
  auto indexer = must(Indexer::open(*engine_, options_));
  must(indexer.begin());
  const Moment start{1h};
  must(indexer.scan(start));
  must(indexer.step(start));
  const auto before = keys();
  fs::rename(options_.folder / "a", options_.folder / "b");
  indexer.note(indexer.folder() / "a", true, true, start + 1s, {});
  indexer.note(indexer.folder() / "b", true, false, start + 1s, {});
  while (const auto due = indexer.next_due()) must(indexer.step(*due));
  EXPECT_EQ(keys(), before);
  EXPECT_EQ(indexer.figures().renamed, 1);
  // Gone for good: two seconds later.
  fs::remove(options_.folder / "b/a.md");
  indexer.note(indexer.folder() / "b/a.md", false, true, start + 10s, {});
  must(indexer.step(start + 11s));
  EXPECT_EQ(keys(), before);
  must(indexer.step(start + 12s));
  EXPECT_THAT(keys(), IsEmpty());
}

TEST_F(IndexerTest, MoreChangesThanItRemembersAreOneLook) {
  auto indexer = must(Indexer::open(*engine_, options_));
  must(indexer.begin());
  const Moment start{1h};
  for (int file = 0; file < 30'000; ++file)
    indexer.note(indexer.folder() / (std::to_string(file) + ".md"), false, false, start, {});
  EXPECT_TRUE(indexer.scan_wanted());
  while (const auto due = indexer.next_due()) must(indexer.step(*due));
  must(indexer.scan(start + 10s));
  EXPECT_FALSE(indexer.scan_wanted());
}

TEST_F(IndexerTest, AFolderThatIsAwayTakesNothingAlong) {
  write("a.md", "one");
  auto indexer = must(Indexer::open(*engine_, options_));
  must(indexer.begin());
  const Moment start{1h};
  must(indexer.scan(start));
  must(indexer.step(start));
  fs::rename(options_.folder, folder_ / "away");
  EXPECT_FALSE(indexer.scan(start + 1s));
  indexer.note(indexer.folder() / "a.md", false, true, start + 1s, {});
  EXPECT_FALSE(indexer.step(start + 5s));
  EXPECT_THAT(contents(), ElementsAre("one"));
}

TEST_F(IndexerTest, LeavesLinesOut) {
  options_.leaves_out = [](std::string_view path, std::string_view line) {
    return path == "log.md" && line.starts_with("- ");
  };
  write("log.md", "- ours\n\n- ours\nMine.\n");
  write("other.md", "- theirs\n");
  index();
  EXPECT_THAT(contents(), UnorderedElementsAre("\nMine.\n", "- theirs\n"));
}

TEST_F(IndexerTest, AsATaskItTakesWhatChangesAndOneHasTheFolder) {
  write("a.md", "one");
  const FolderOptions folder{options_, false, 5s};
  const Stop never = [] { return false; };
  IndexFolder task(*engine_, folder), other(*engine_, folder);
  const Moment begin{1h};
  task.run(begin, never);
  task.run(task.due(), never);
  EXPECT_THAT(contents(), SizeIs(1));
  write("b.md", "two");
  other.run(begin, never);
  EXPECT_EQ(other.due(), begin + 5s) << "somebody else has the folder";
  while (task.due() < begin + 5s) task.run(task.due(), never);
  EXPECT_THAT(contents(), SizeIs(1)) << "it is not looked at all the time";
  for (int turn = 0; turn < 4; ++turn) task.run(task.due(), never);
  EXPECT_THAT(contents(), SizeIs(2));
}

}  // namespace
}  // namespace aim::jobs::index
