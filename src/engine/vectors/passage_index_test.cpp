// An index that follows a database change by change is the one that is read anew.
#include "engine/vectors/passage_index.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "engine/forget.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/copies.h"
#include "engine/vectors/passages_testing.h"
#include "store/meta.h"
#include "store/search.h"

namespace aim::engine {
namespace {

using namespace testing;
namespace fs = std::filesystem;

class FollowedIndex : public PassagesTest {
 protected:
  // What both know of the database as it is now.
  void compare(std::span<const embed::Identity> wanted) {
    PassageIndex anew;
    must(engine_->database.read([&](store::Reader& reader) -> Result<void> {
      const auto a = TRY(followed_.view(reader, wanted));
      // Somebody who asks for less may have come before.
      if (const int first = below(3); first < 2)
        TRY(anew.view(reader, wanted.first(static_cast<std::size_t>(first))));
      const auto b = TRY(anew.view(reader, wanted));
      compare(a.passages, b.passages, wanted);
      return {};
    }));
  }
  static void compare(const PassageIndex::Passages& a, const PassageIndex::Passages& b,
                      std::span<const embed::Identity> wanted) {
    ASSERT_EQ(a.metas, b.metas);
    EXPECT_EQ(a.firsts, b.firsts);
    EXPECT_EQ(a.more, b.more);
    EXPECT_EQ(a.part_counts, b.part_counts);
    EXPECT_EQ(a.lines, b.lines);
    EXPECT_EQ(a.speakers, b.speakers);
    for (const auto* each : {&a, &b})
      for (const auto& [number, rows] : each->by_name_space)
        EXPECT_TRUE(std::ranges::equal(a.of_name_space(number), b.of_name_space(number))) << number;
    for (const auto& [key, row] : b.firsts) EXPECT_EQ(a.first_of(key), row);
    for (const embed::Identity& identity : wanted) {
      const Vectors &mine = *a.of(identity), &other = *b.of(identity);
      EXPECT_EQ(mine.missing, other.missing);
      for (Row row = 0; row < b.metas.size(); ++row)
        EXPECT_EQ(mine.rows.scale(row), other.rows.scale(row)) << row;
    }
  }

  Draft some_draft() {
    std::string title = "Title " + std::to_string(below(60));
    return PassagesTest::some_draft(std::move(title), "n" + std::to_string(below(3)));
  }

  WordEmbedder model_{"model", little_language()};
  PassageIndex followed_;
};

// Indexes that are read anew begin with a copy from some time before.
class CopiedIndex : public FollowedIndex {
 protected:
  void SetUp() override {
    FollowedIndex::SetUp();
    if (file().empty())
      GTEST_SKIP() << "a database on a server has no place for a copy";
  }
  fs::path file() {
    return must(engine_->database.read([](store::Reader& reader) -> Result<fs::path> {
      return reader.search.passages_copy_file();
    }));
  }
  void copy(std::span<const embed::Identity> wanted) {
    PassageIndex anew;
    must(engine_->database.read([&](store::Reader& reader) -> Result<void> {
      TRY(anew.view(reader, wanted));
      return {};
    }));
    const std::int64_t number = below(1'000'000) + 1;
    fs::rename(must(anew.copy_to(file(), number)).file, file());
    note(number);
  }
  void note(std::int64_t number) {
    must(engine_->database.write(
        [&](store::Writer& writer) { return writer.meta.set(store::passages_copy, number); }));
  }
  // The number of the copy that an index of now begins with.
  std::int64_t begun_with() {
    PassageIndex anew;
    must(engine_->database.read([&](store::Reader& reader) -> Result<void> {
      TRY(anew.view(reader, table_only_));
      return {};
    }));
    return anew.copy_number();
  }
  // Other memories, in a file that another process might have written to.
  void change(int count) {
    for (int i = 0; i < count; ++i) ids_.push_back(keep(some_draft()).memory.id);
    for (int i = count / 3; i > 0; --i)
      (void)remove(*engine_, ids_[static_cast<std::size_t>(below(static_cast<int>(ids_.size())))]);
  }

  const std::vector<embed::Identity> table_only_{table_.identity()},
      both_{table_.identity(), model_.identity()};
  std::vector<std::string> ids_;
};

TEST_F(CopiedIndex, IsAsOneThatIsReadAnew) {
  change(200);
  EXPECT_EQ(begun_with(), 0);
  for (int i = 0; i < 40 && !HasFailure(); ++i) {
    if (i % 8 == 0)
      copy(below(2) == 0 ? both_ : table_only_);
    change(below(5) == 0 ? 90 : 2);
    if (below(10) == 0)
      must(backfill(*engine_, {}));
    compare(below(3) == 0 ? both_ : table_only_);
    EXPECT_NE(begun_with(), 0);
  }
}

TEST_F(CopiedIndex, MayBeginAnew) {
  change(100);
  compare(both_);
  copy(both_);
  change(10);
  EXPECT_EQ(followed_.copy_number(), 0);
  must(engine_->database.read([&](store::Reader& reader) { return followed_.begin_anew(reader); }));
  EXPECT_NE(followed_.copy_number(), 0);
  fs::remove(file());
  compare(both_);
  change(10);
  compare(both_);
}

TEST_F(CopiedIndex, IsNotOfAnotherDatabaseNorDamaged) {
  change(100);
  copy(both_);
  const std::int64_t number = begun_with();
  EXPECT_NE(number, 0);
  note(number + 1);
  EXPECT_EQ(begun_with(), 0);
  note(number);
  EXPECT_EQ(begun_with(), number);
  const auto size = fs::file_size(file());
  fs::resize_file(file(), size - 1);
  EXPECT_EQ(begun_with(), 0);
  fs::resize_file(file(), size);
  EXPECT_EQ(begun_with(), number);
  for (const std::streamoff at : {0, 9, 30, 60, 100}) {
    std::fstream bytes(file());
    bytes.seekg(at);
    const char was = static_cast<char>(bytes.get());
    bytes.seekp(at);
    bytes.put(static_cast<char>(was ^ 1)).flush();
    EXPECT_EQ(begun_with(), 0) << at;
    bytes.seekp(at);
    bytes.put(was);
  }
  EXPECT_EQ(begun_with(), number);
  const fs::path elsewhere = file().native() + ".elsewhere";
  fs::rename(file(), elsewhere);
  fs::create_symlink(elsewhere, file());
  EXPECT_EQ(begun_with(), 0);
  fs::remove(file());
  fs::create_directory(file());
  EXPECT_EQ(begun_with(), 0);
}

TEST_F(CopiedIndex, KnowsOfAModelThatIsGone) {
  change(100);
  must(backfill(*engine_, {}));
  compare(both_);
  copy(both_);
  must(engine_->database.write([&](store::Writer& writer) -> Result<void> {
    for (const store::Channel& channel : TRY(writer.search.channels()))
      if (channel.model == "model")
        TRY_VOID(writer.search.drop_channel(channel.number));
    return {};
  }));
  must(engine_->database.read([&](store::Reader& reader) -> Result<void> {
    PassageIndex anew;
    const auto view = TRY(anew.view(reader, both_));
    const auto has_rows = [&](const embed::Identity& identity) {
      const Vectors& vectors = *view.passages.of(identity);
      for (Row row = 0; row < vectors.rows.size(); ++row)
        if (!vectors.rows.is_empty(row))
          return true;
      return false;
    };
    EXPECT_FALSE(has_rows(model_.identity()));
    EXPECT_TRUE(has_rows(table_.identity()));
    return {};
  }));
}

TEST_F(CopiedIndex, IsTendedByAServer) {
  engine_->options.copy_from = 300;
  PassageIndex& passages = with_->passages();
  const auto look = [&] {
    must(engine_->database.read([&](store::Reader& reader) -> Result<void> {
      TRY(passages.view(reader, table_only_));
      return {};
    }));
  };
  change(20);
  look();
  must(tend_passage_copy(*engine_));
  EXPECT_FALSE(fs::exists(file())) << "of few";
  change(250);
  look();
  must(tend_passage_copy(*engine_));
  const std::int64_t number = passages.copy_number();
  EXPECT_NE(number, 0);
  EXPECT_EQ(begun_with(), number);
  EXPECT_EQ(fs::status(file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  must(tend_passage_copy(*engine_));
  EXPECT_EQ(passages.copy_number(), number) << "nothing has changed";
  change(200);
  look();
  must(tend_passage_copy(*engine_));
  EXPECT_EQ(passages.copy_number(), number) << "it was made a moment ago";
  fs::last_write_time(file(), fs::file_time_type::clock::now() - std::chrono::hours(2));
  must(tend_passage_copy(*engine_));
  EXPECT_NE(passages.copy_number(), number);
  EXPECT_FALSE(fs::exists(file().native() + ".new"));
  compare(table_only_);
  // Of little that has changed only a day brings another.
  const std::int64_t second = passages.copy_number();
  change(1);
  for (const int hours : {2, 25}) {
    fs::last_write_time(file(), fs::file_time_type::clock::now() - std::chrono::hours(hours));
    must(tend_passage_copy(*engine_));
    EXPECT_EQ(passages.copy_number() != second, hours == 25) << hours;
  }
}

TEST_F(CopiedIndex, IsThrownAwayWhereItIsDamaged) {
  engine_->options.copy_from = 10;
  PassageIndex& passages = with_->passages();
  change(100);
  must(copy_passages(*engine_));
  must(engine_->database.read([&](store::Reader& reader) { return passages.begin_anew(reader); }));
  // A byte that is another, which whoever began with the copy does not see.
  {
    std::fstream bytes(file());
    bytes.seekp(static_cast<std::streamoff>(PageMemory::page_size()) + 17);
    bytes.put('x');
  }
  EXPECT_NE(begun_with(), 0);
  passages.set_checked_copy(0);
  must(tend_passage_copy(*engine_));
  EXPECT_EQ(begun_with(), 0);
  EXPECT_FALSE(fs::exists(file()));
  must(engine_->database.read([&](store::Reader& reader) -> Result<void> {
    PassageIndex anew;
    const auto mine = TRY(passages.view(reader, table_only_));
    const auto other = TRY(anew.view(reader, table_only_));
    FollowedIndex::compare(mine.passages, other.passages, table_only_);
    return {};
  }));
  must(tend_passage_copy(*engine_));
  EXPECT_NE(begun_with(), 0);
  // One of another database, or that another user wrote, a moment ago.
  note(1);
  must(tend_passage_copy(*engine_));
  EXPECT_EQ(begun_with(), 0);
  fs::last_write_time(file(), fs::file_time_type::clock::now() - std::chrono::hours(2));
  // What another process writes right now, and what it left behind when it was killed.
  std::ofstream(file().native() + ".new") << "half";
  const auto tended = tend_passage_copy(*engine_);
  ASSERT_FALSE(tended);
  EXPECT_EQ(tended.error().code, Code::conflict);
  fs::last_write_time(file().native() + ".new",
                      fs::file_time_type::clock::now() - std::chrono::hours(1));
  must(tend_passage_copy(*engine_));
  EXPECT_NE(begun_with(), 0);
}

TEST_F(FollowedIndex, IsAsOneThatIsReadAnew) {
  const std::vector<embed::Identity> table{table_.identity()},
      both{table_.identity(), model_.identity()};
  std::vector<std::string> ids;
  for (int i = 0; i < 90; ++i) ids.push_back(keep(some_draft()).memory.id);
  compare(table);
  for (int i = 0; i < 80 && !HasFailure(); ++i) {
    // One change, or some between two looks.
    for (int changes = below(4) == 0 ? 5 : 1; changes > 0; --changes)
      if (below(4) == 0) {
        const std::string id = ids[static_cast<std::size_t>(below(static_cast<int>(ids.size())))];
        std::erase(ids, id);
        (void)remove(*engine_, id);  // a title that was stored again has the id of before
      } else {
        ids.push_back(keep(some_draft()).memory.id);
      }
    if (below(20) == 0)
      must(backfill(*engine_, {}));
    compare(below(3) == 0 ? both : table);
  }
}

}  // namespace
}  // namespace aim::engine
