#include "engine/folder_sync/folder_sync.h"

#include <random>

#include "base/file.h"
#include "engine/archive.h"
#include "engine/browse/review.h"
#include "engine/folder_sync/folder_sync_testing.h"
#include "engine/history/transcripts.h"
#include "engine/standards.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::IsEmpty;

TEST_F(FolderSync, WhatOneDeviceKnowsTheOtherDoes) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  const std::string before = keep(first, "before", "one");
  const std::string there = keep(second, "there", "two");
  start(first, second);
  EXPECT_EQ(content(second, before), "one");
  EXPECT_EQ(content(first, there), "two");
  EXPECT_EQ(run(first).pieces_sent, 0);  // nothing is sent back
  EXPECT_EQ(run(second).pieces_sent, 0);
  must(remove(*second.engine, before));
  keep(second, "there", "three");
  must(add_link(*second.engine, there, keep(second, "friend", "x"), Relation::related_to));
  run(second);
  const FolderReport report = run(first);
  EXPECT_EQ(report.pieces_taken, 1);
  EXPECT_THAT(report.waiting, IsEmpty());
  EXPECT_THAT(report.refused, IsEmpty());
  EXPECT_EQ(lines_of(first), lines_of(second));
  EXPECT_EQ(content(first, before), "none");
  EXPECT_EQ(content(first, there), "three");
}

TEST_F(FolderSync, AClockThatIsAYearAheadDoesNotWinForEver) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  first.clock.advance(365 * day);
  const std::string id = keep(first, "title", "of next year");
  run(first), run(second);
  keep(second, "title", "of now");
  run(second), run(first);
  EXPECT_EQ(content(first, id), "of now");
  must(remove(*second.engine, id));
  run(second), run(first);
  EXPECT_EQ(content(first, id), "none");
}

TEST_F(FolderSync, TwoChangesOfOneTimeEndAlike) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  first.clock.advance(365 * day);
  const std::string id = keep(first, "title", "of next year");
  run(first), run(second);
  first.clock.advance(-365 * day);
  // Both clocks are behind the state that is changed, so both changes have the time after it.
  const auto change_both = [&](const std::string& here, const std::string& there) {
    Changes changes;
    changes.content = here;
    must(update(*first.engine, id, changes));
    changes.content = there;
    must(update(*second.engine, id, changes));
  };
  change_both("1 text", "2 text");
  change_both("a text", "b text");
  run(first), run(second), run(first);
  EXPECT_EQ(content(first, id), "b text");
  EXPECT_EQ(contents_of(first), contents_of(second)) << "former states too";
  EXPECT_TRUE(contents_of(first).contains("2 text"));
  EXPECT_EQ(lines_of(first), lines_of(second));
  // A device that joins reads before it sends: what it knows better is sent all the same.
  must(leave_folder(*second.engine, second.folder));
  run(first);
  change_both("c text", "d text");
  run(first);
  must(join_folder(*second.engine, *second.folder, code_, named("second")));
  run(first);
  EXPECT_EQ(content(first, id), "d text");
  EXPECT_EQ(lines_of(first), lines_of(second));
}

TEST_F(FolderSync, ADeletionKeepsBothOfTwoChangesOfOneTime) {  // Y3
  Device &first = on_disk(), &second = on_disk(), &third = on_disk();
  start(first, second);
  must(join_folder(*third.engine, *third.folder, code_, named("third")));
  first.clock.advance(365 * day);
  const std::string id = keep(first, "title", "of next year");
  run(first), run(second), run(third);
  first.clock.advance(-365 * day);
  Changes changes;
  changes.content = "1 text";
  must(update(*first.engine, id, changes));
  changes.content = "2 text";
  must(update(*second.engine, id, changes));
  third.clock.advance(366 * day);
  must(remove(*third.engine, id));
  for (int i = 0; i < 2; ++i) run(third), run(first), run(second);
  run(third), run(first);
  for (Device* each : {&first, &second, &third})
    for (const char* text : {"1 text", "2 text"})
      EXPECT_TRUE(contents_of(*each).contains(text)) << each->name << ": " << text;
}

// Keeps the first of two files of one name, fails once after it has written one of a kind, and
// shows that one late.
struct FirstWriteFolder final : sync::Folder {
  FirstWriteFolder(sync::Folder& folder, std::string_view ending) : disk(folder), kind(ending) {}
  Result<std::vector<sync::FileInFolder>> list() override {
    auto files = disk.list();
    if (files)
      std::erase_if(*files, [&](const auto& each) { return each.name == late; });
    return files;
  }
  Result<std::string> read(const std::string& name) override { return disk.read(name); }
  Result<void> remove(const std::string& name) override { return disk.remove(name); }
  Result<void> write(const std::string& name, std::string_view bytes) override {
    if (!sync::is_named(name, kind))
      return disk.write(name, bytes);
    TRY_VOID(disk.read(name) ? Result<void>() : disk.write(name, bytes));
    if (!std::exchange(kills, false))
      return {};
    late = name;
    return Failure(unavailable("killed", {}));
  }
  sync::Folder& disk;
  std::string_view kind;
  std::string late;
  bool kills = true;
};

TEST_F(FolderSync, APieceThatWasCutByAKillIsSentUnderAnotherName) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  FirstWriteFolder first_write(*first.folder, sync::piece_ending);
  first.folder = &first_write;
  const std::string id = keep(first, "title", "text");
  must(set_standard(*first.engine, "global", id, {}));
  EXPECT_FALSE(sync_shared_folder(*first.engine, *first.folder));
  run(first);
  EXPECT_THAT(run(second).refused, IsEmpty());
  EXPECT_EQ(content(second, id), "text");
  EXPECT_EQ(lines_of(first), lines_of(second));
}

TEST_F(FolderSync, AKeyOfAKilledRunIsMadeAgain) {  // Y2
  for (const bool same : {true, false}) {
    std::filesystem::remove_all(file("shared"));
    Device &first = on_disk(), &second = on_disk(), &third = on_disk(), &fourth = on_disk();
    start(first, second);
    must(join_folder(*third.engine, *third.folder, code_, named("third")));
    must(join_folder(*fourth.engine, *fourth.folder, code_, named("fourth")));
    run(first), run(second);
    FirstWriteFolder first_write(*first.folder, sync::key_ending);
    EXPECT_FALSE(remove_device(*first.engine, first_write, "third"));
    // It does not see that file yet; what it knows may be more by now.
    must(remove_device(*first.engine, first_write, same ? "third" : "fourth"));
    const std::string id = keep(first, "title", "text");
    first.folder = &first_write;
    run(first), run(second);
    first_write.late.clear();
    run(first), run(second), run(first), run(second);
    EXPECT_EQ(must(folder_code(*first.engine)), must(folder_code(*second.engine)));
    EXPECT_EQ(content(second, id), "text");
    EXPECT_EQ(lines_of(first), lines_of(second));
  }
}

TEST_F(FolderSync, ADeviceThatWasAwayForAYearUndeletesNothing) {  // Y3
  Device &first = on_disk(), &second = on_disk();
  const std::string gone = keep(first, "gone", "x"), changed = keep(first, "changed", "old");
  start(first, second);
  must(remove(*first.engine, gone));
  first.clock.advance(365 * day);
  const std::string anew = keep(first, "changed", "new");  // the first has expired
  run(first);
  second.clock.advance(366 * day);
  keep(second, "fresh", "y");
  run(second), run(first);
  EXPECT_EQ(content(second, gone), "none");
  EXPECT_EQ(content(second, changed), "none");
  EXPECT_EQ(content(second, anew), "new");
  EXPECT_EQ(lines_of(first), lines_of(second));
}

TEST_F(FolderSync, TwoMemoriesOfOneTitleStay) {  // Y3
  Device &first = on_disk(), &second = on_disk();
  const std::string older = keep(first, "Deploys", "on Tuesdays"),
                    younger = (second.clock.advance(1min), keep(second, "Deploys", "on Fridays"));
  start(first, second);
  for (Device* each : {&first, &second}) {
    EXPECT_EQ(must(get(*each->engine, older)).memory.title, "Deploys");
    EXPECT_EQ(content(*each, older), "on Tuesdays");
    EXPECT_THAT(must(get(*each->engine, younger)).memory.title, ::testing::StartsWith("Deploys #"));
    EXPECT_EQ(content(*each, younger), "on Fridays");
    EXPECT_EQ(must(review(*each->engine, ReviewKind::unconfirmed, 10, {})).items.size(), 1U);
  }
  EXPECT_EQ(lines_of(first), lines_of(second));
  EXPECT_EQ(run(second).pieces_sent + run(first).pieces_sent, 0) << "a mark is no change";
  // The title becomes free; the mark is no change then either.
  must(remove(*first.engine, older));
  run(first), run(second), run(first);
  for (Device* each : {&first, &second})
    EXPECT_EQ(must(get(*each->engine, younger)).memory.title, "Deploys");
  EXPECT_EQ(must(get(*first.engine, younger)).memory.updated_at,
            must(get(*second.engine, younger)).memory.updated_at);
}

TEST_F(FolderSync, ACopyUnderTheSameTitleBecomesOneWithIt) {  // Y3
  Device &first = on_disk(), &second = on_disk();
  const std::string older = keep(first, "Deploys", "on Tuesdays"),
                    younger = (second.clock.advance(1min), keep(second, "Deploys", "on Tuesdays")),
                    other = keep(second, "other", "y");
  must(add_link(*second.engine, other, younger, Relation::related_to));
  must(set_standard(*second.engine, "global", younger, {}));
  start(first, second);
  run(second), run(first);
  for (Device* each : {&first, &second}) {
    EXPECT_EQ(content(*each, younger), "none");
    EXPECT_TRUE(must(list_archive(*each->engine, {}, 9, 0)).empty()) << "it was not deleted";
    ASSERT_EQ(must(links_of(*each->engine, older)).size(), 1U);
    EXPECT_EQ(must(get_standard(*each->engine, "global")).memory->id, older);
  }
  EXPECT_EQ(lines_of(first), lines_of(second));
}

TEST_F(FolderSync, TitlesMayBeSwappedOnOneDevice) {  // Y3
  Device &first = on_disk(), &second = on_disk();
  const std::string a = keep(first, "a", "of a"), b = keep(first, "b", "of b");
  start(first, second);
  for (const auto& [id, title] : {std::pair(a, "c"), {b, "a"}, {a, "b"}}) {
    Changes changes;
    changes.title = title;
    first.clock.advance(1s);
    must(update(*first.engine, id, changes));
  }
  run(first), run(second);
  EXPECT_EQ(must(get(*second.engine, a)).memory.title, "b");
  EXPECT_EQ(must(get(*second.engine, b)).memory.title, "a");
}

TEST_F(FolderSync, TheFolderShowsSizesAndTimesOnly) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  must(remember(*first.engine, draft("markedtitle", "markedcontent", "markedspace")));
  run(first), run(second);
  for (const auto& each : std::filesystem::directory_iterator(file("shared"))) {
    const std::string bytes = must(read_file(each.path(), 1U << 24U));
    for (const char* text : {"marked", "first", "second", "SQLite"}) {
      EXPECT_EQ(bytes.find(text), bytes.npos) << each.path();
      EXPECT_EQ(each.path().filename().string().find(text), std::string::npos);
    }
  }
}

TEST_F(FolderSync, ChangedAndForeignFilesAreRefusedByName) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  const std::string id = keep(first, "title", "text");
  run(first);
  std::filesystem::path piece;
  for (const auto& each : std::filesystem::directory_iterator(file("shared")))
    if (each.path().extension() == ".part" &&
        (piece.empty() || each.last_write_time() > std::filesystem::last_write_time(piece)))
      piece = each.path();
  const std::string good = must(read_file(piece, 1U << 24U));
  std::string bad = good;
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 1);
  must(replace_file(piece, bad));
  const std::string foreign = std::string(32, 'a') + ".card";
  must(replace_file(file("shared") / foreign, good));
  const FolderReport report = run(second);
  EXPECT_THAT(report.refused, ::testing::UnorderedElementsAre(piece.filename().string(), foreign));
  EXPECT_EQ(content(second, id), "none");
  must(replace_file(piece, good.substr(0, good.size() / 2)));
  EXPECT_THAT(run(second).waiting, ::testing::ElementsAre(piece.filename().string()));
  run(first);  // its file is not whole: what was in it is written again
  run(second);
  EXPECT_EQ(content(second, id), "text");
}

TEST_F(FolderSync, ARemovedDeviceReadsNothingThatComes) {  // Y2
  Device &first = on_disk(), &second = on_disk(), &third = on_disk();
  start(first, second);
  must(join_folder(*third.engine, *third.folder, code_, named("third")));
  run(first), run(second);
  EXPECT_EQ(must(remove_device(*first.engine, *first.folder, "second")).name, "second");
  const std::string secret = keep(first, "secret", "text");
  run(first);
  const auto refused = sync_shared_folder(*second.engine, *second.folder);
  EXPECT_EQ(content(second, secret), "none");
  run(third);
  EXPECT_EQ(content(third, secret), "text");
  const std::string late = keep(third, "late", "text");
  run(third), run(first);
  EXPECT_EQ(content(first, late), "text");
  EXPECT_NE(must(folder_code(*first.engine)), code_);
  EXPECT_EQ(must(folder_code(*first.engine)), must(folder_code(*third.engine)));
  // A later device joins by the new code only.
  Device& fourth = on_disk();
  EXPECT_FALSE(join_folder(*fourth.engine, *fourth.folder, code_, named("fourth")));
  must(join_folder(*fourth.engine, *fourth.folder, must(folder_code(*first.engine)),
                   named("fourth")));
  EXPECT_EQ(lines_of(fourth), lines_of(first));
  run(first), run(third);
  EXPECT_EQ(lines_of(third), lines_of(first));
}

TEST_F(FolderSync, AnEarlierCopyOfADatabaseIsAnotherDevice) {  // Y2
  if (!store::postgres::testing::server_address().empty())
    GTEST_SKIP() << "copies of databases on a server are the server's";
  Device &first = on_disk(), &second = on_disk();
  const std::string id = keep(first, "title", "one");
  start(first, second);
  const auto copy = file("copy.db");
  must(first.database->maintenance().back_up({copy}, {}));
  keep(first, "title", "two");
  const std::string lost = keep(first, "lost", "with the disk");
  run(first);
  Device& restored = on_disk();
  must(restored.database->finish());
  restored.engine.reset();
  restored.database.reset();
  std::filesystem::copy_file(copy, file("device2.db"),
                             std::filesystem::copy_options::overwrite_existing);
  restored.database =
      store::sqlite::make_store(file("device2.db"), {.full_sync = false}, restored.clock);
  restored.engine.reset(new Engine{store::Access(*restored.database),
                                   restored.clock,
                                   {},
                                   restored.touches,
                                   restored.embeddings});
  restored.engine->file_store = &scratch_file;
  keep(restored, "fresh", "three");
  run(restored), run(second);
  EXPECT_EQ(content(restored, id), "two");
  EXPECT_EQ(content(restored, lost), "with the disk");
  EXPECT_EQ(lines_of(restored), lines_of(second));
}

TEST_F(FolderSync, ASnapshotBoundsTheSize) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  std::mt19937 random(1);
  std::int64_t last = 0;
  for (int i = 0; i < 30; ++i) {
    std::string noise;  // does not compress, and has few words
    for (int k = 0; k < 40'000; ++k)
      noise += k % 100 ? static_cast<char>('a' + random() % 26) : ' ';
    keep(i % 2 ? first : second, "title " + std::to_string(i % 3), noise);
    run(i % 2 ? first : second), run(i % 2 ? second : first);
    last = must(folder_status(*first.engine, *first.folder)).bytes;
  }
  std::int64_t snapshot = 0;
  for (const auto& each : std::filesystem::directory_iterator(file("shared")))
    snapshot = std::max(snapshot, static_cast<std::int64_t>(each.file_size()));
  EXPECT_LT(last, 2 * std::max<std::int64_t>(snapshot, 256 * 1024) + 64 * 1024);
  Device& third = on_disk();
  must(join_folder(*third.engine, *third.folder, code_, named("third")));
  EXPECT_EQ(lines_of(third), lines_of(first));
}

TEST_F(FolderSync, ASnapshotHasTheStandardsToo) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  must(set_standard(*first.engine, "global", keep(first, "rule", "text"), {}));
  run(first);
  // Versions that were not sent are gone: only a snapshot says what there is.
  for (const char* text : {"a", "b", "c"}) keep(first, "other", text);
  must(first.engine->database.write([&](store::Writer& writer) {
    return writer.memories.prune_versions({first.clock.now(), INT64_MAX});
  }));
  keep(first, "other", "d");
  run(first), run(second);
  EXPECT_EQ(lines_of(second), lines_of(first));
  EXPECT_THAT(lines_of(second), ::testing::Contains(::testing::StartsWith("standard global")));
}

TEST_F(FolderSync, ManySmallChangesBecomeOneFile) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  for (int i = 0; i < 80; ++i) {
    keep(first, "title", "text " + std::to_string(i));
    run(first);
  }
  const auto files = std::distance(std::filesystem::directory_iterator(file("shared")), {});
  EXPECT_LT(files, 30);
  run(second);
  EXPECT_EQ(lines_of(second), lines_of(first));
}

TEST_F(FolderSync, TranscriptsGoAlongOnceOneDeviceWantsIt) {  // Y2
  Device &first = on_disk(), &second = on_disk(), &third = on_disk();
  const std::string memory = keep(second, "from it", "x");
  const auto say = [](Device& device, const std::string& text, Strings memories = {}) {
    TurnDraft draft{"global", "session", {}, Role::user, text, {}};
    return must(capture_turn(*device.engine, draft, {.memory_ids = std::move(memories)}));
  };
  const std::string id = say(second, "one", {memory}).transcript.id;
  start(first, second);
  EXPECT_THAT(must(list_transcripts(*first.engine, "", 10, 0)), IsEmpty());
  must(join_folder(*third.engine, *third.folder, code_, named("third", true)));
  const auto all = [&] {
    for (int i = 0; i < 2; ++i) run(second), run(first), run(third);
  };
  all();
  say(second, "two");
  all();
  const auto bytes = must(folder_status(*first.engine, *first.folder)).bytes;
  for (Device* each : {&first, &third}) {
    const auto shown = must(show_transcript(*each->engine, id, 0, 10));
    ASSERT_EQ(shown.turns.size(), 2U);
    EXPECT_EQ(shown.turns[1].text, "two");
    EXPECT_EQ(shown.transcript.created_at,
              must(show_transcript(*second.engine, id, 0, 1)).transcript.created_at);
    EXPECT_TRUE(must(each->engine->database.read(
        [&](store::Reader& reader) { return reader.transcripts.is_linked(memory, id); })));
  }
  EXPECT_EQ(run(first).pieces_sent + run(third).pieces_sent, 0) << "nothing is sent on";
  EXPECT_EQ(must(folder_status(*first.engine, *first.folder)).bytes, bytes);
  // A transcript that was pruned on one device stays on the others.
  first.clock.advance(day);
  must(prune_transcripts(*first.engine, {.older_than_days = 0}, false));
  all();
  EXPECT_FALSE(show_transcript(*first.engine, id, 0, 1));
  EXPECT_TRUE(show_transcript(*third.engine, id, 0, 1));
  // A device that comes later has them from a snapshot.
  Device& fourth = on_disk();
  must(join_folder(*fourth.engine, *fourth.folder, code_, named("fourth")));
  EXPECT_EQ(must(show_transcript(*fourth.engine, id, 0, 10)).turns.size(), 2U);
}

}  // namespace
}  // namespace aim::engine
