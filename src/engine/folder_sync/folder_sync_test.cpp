#include "engine/folder_sync/folder_sync.h"

#include <set>

#include "base/environment.h"
#include "base/file.h"
#include "base/random_testing.h"
#include "engine/browse/review.h"
#include "engine/engine_testing.h"
#include "engine/folder_sync/simulated_folder.h"
#include "engine/forget.h"
#include "engine/history/transcripts.h"
#include "engine/history/versions.h"
#include "engine/standards.h"
#include "store/links.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::IsEmpty;

// A device with a database, a clock and a view of the folder of its own.
struct Device {
  explicit Device(Time now) : clock(now) {}
  std::string name;
  FakeClock clock;
  std::unique_ptr<store::Store> database;
  TouchQueue touches;
  Embeddings embeddings;
  std::unique_ptr<Engine> engine;
  sync::Folder* folder = nullptr;
  int looks_until_killed = INT32_MAX;  // whether it is to stop
};

class FolderSync : public EngineTest {
 protected:
  // Copies a store that was made once: most of a run would be making tables.
  static Result<std::unique_ptr<store::Store>> fresh_file(const std::filesystem::path& path,
                                                          bool temporary, const Clock& clock) {
    static const auto folder = must(TemporaryFolder::make());
    static const std::filesystem::path empty = [] {
      const FakeClock any{Time()};
      const auto made = must(scratch_file(folder.path() / "empty.db", false, any));
      must(made->ensure_open({}));
      must(made->finish());
      return folder.path() / "empty.db";
    }();
    std::filesystem::copy_file(empty, path);
    return scratch_file(path, temporary, clock);
  }
  Device& add_device(sync::Folder& folder) {
    const std::string name = "device" + std::to_string(devices_.size());
    auto device = std::make_unique<Device>(clock_.now());
    device->name = name;
    device->database = store::postgres::testing::server_address().empty()
                           ? must(fresh_file(file(name + ".db"), false, device->clock))
                           : on_server(name);
    must(device->database->ensure_open({}));
    device->engine.reset(
        new Engine{store::Access(*device->database,
                                 [at = device.get()] { return --at->looks_until_killed < 0; }),
                   device->clock,
                   {},
                   device->touches,
                   device->embeddings});
    device->engine->file_store = &fresh_file;
    device->engine->by_owner = true;
    device->engine->options.keep_versions = 87'600h;  // ten years: clocks are wrong by years
    device->folder = &folder;
    return *devices_.emplace_back(std::move(device));
  }
  Device& on_disk() {
    std::filesystem::create_directory(file("shared"));
    return add_device(*disks_.emplace_back(std::make_unique<sync::DiskFolder>(file("shared"))));
  }
  static NewFolder named(const std::string& name, bool transcripts = false) {
    return {"/shared", name, transcripts};
  }
  FolderReport run(Device& device) {
    device.clock.advance(1s);
    return must(sync_shared_folder(*device.engine, *device.folder));
  }
  void start(Device& first, Device& second) {
    code_ = must(init_folder(*first.engine, *first.folder, named("first")));
    must(join_folder(*second.engine, *second.folder, code_, named("second")));
    run(first);
  }
  static std::string keep(Device& device, const std::string& title, const std::string& content) {
    device.clock.advance(1s);
    return must(remember(*device.engine, draft(title, content))).memory.id;
  }
  static std::string content(Device& device, const std::string& id) {
    const auto found = get(*device.engine, id);
    return found ? found->memory.content : "none";
  }

  // All that devices must have in common, as lines.
  static std::vector<std::string> lines_of(Device& device) {
    return must(device.engine->database.read([](store::Reader& reader) -> Result<Strings> {
      Strings lines;
      TRY_VOID(reader.memories.each([&](const Memory& memory) -> Result<void> {
        std::string tags;
        for (const std::string& tag : memory.tags) tags += tag + ",";
        lines.push_back(memory.id + "|" + memory.title + "|" + memory.content + "|" + tags +
                        std::to_string(memory.priority) + "|" + memory.updated_at.text());
        return {};
      }));
      TRY_VOID(reader.links.each([&](const Link& link) -> Result<void> {
        lines.push_back(link.source_id + ">" + link.target_id + " " + link.relation);
        return {};
      }));
      TRY_VOID(reader.memories.each_standard([&](const StandardRow& row) -> Result<void> {
        lines.push_back("standard " + row.name_space + " " + row.id.value_or("-") +
                        (row.confirmed ? "" : "?"));
        return {};
      }));
      TRY_VOID(reader.transcripts.each([&](const Transcript& each) -> Result<void> {
        for (const store::TurnRow& row : TRY(reader.transcripts.turns(each.number, 0, 1'000)))
          lines.push_back("turn " + each.session_id + " " + std::to_string(row.turn.number) + " " +
                          TRY(reader.transcripts.text(row.text)));
        return {};
      }));
      std::ranges::sort(lines);
      return lines;
    }));
  }
  // Every content that is or was.
  static std::set<std::string> contents_of(Device& device) {
    return must(
        device.engine->database.read([](store::Reader& reader) -> Result<std::set<std::string>> {
          std::set<std::string> all;
          TRY_VOID(reader.memories.each([&](const Memory& each) -> Result<void> {
            all.insert(each.content);
            return {};
          }));
          TRY_VOID(reader.memories.each_version([&](const store::Version& each) -> Result<void> {
            all.insert(each.memory.content);
            return {};
          }));
          TRY_VOID(reader.memories.each_archived([&](const Archived& each) -> Result<void> {
            all.insert(each.memory.content);
            return {};
          }));
          return all;
        }));
  }

  std::vector<std::unique_ptr<sync::DiskFolder>> disks_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::string code_;
};

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

// Keeps the first of two files of one name, and fails once after it has written a piece.
struct FirstWriteFolder final : sync::Folder {
  explicit FirstWriteFolder(sync::Folder& folder) : disk(folder) {}
  Result<std::vector<sync::FileInFolder>> list() override { return disk.list(); }
  Result<std::string> read(const std::string& name) override { return disk.read(name); }
  Result<void> remove(const std::string& name) override { return disk.remove(name); }
  Result<void> write(const std::string& name, std::string_view bytes) override {
    if (!sync::is_named(name, sync::piece_ending))
      return disk.write(name, bytes);
    TRY_VOID(disk.read(name) ? Result<void>() : disk.write(name, bytes));
    return std::exchange(kills, false) ? Failure(unavailable("killed", {})) : Result<void>();
  }
  sync::Folder& disk;
  bool kills = true;
};

TEST_F(FolderSync, APieceThatWasCutByAKillIsSentUnderAnotherName) {  // Y2
  Device &first = on_disk(), &second = on_disk();
  start(first, second);
  FirstWriteFolder first_write(*first.folder);
  first.folder = &first_write;
  const std::string id = keep(first, "title", "text");
  must(set_standard(*first.engine, "global", id, {}));
  EXPECT_FALSE(sync_shared_folder(*first.engine, *first.folder));
  run(first);
  EXPECT_THAT(run(second).refused, IsEmpty());
  EXPECT_EQ(content(second, id), "text");
  EXPECT_EQ(lines_of(first), lines_of(second));
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
  std::int64_t most = 0, last = 0;
  for (int i = 0; i < 30; ++i) {
    std::string noise;
    for (int k = 0; k < 24'000; ++k) noise += static_cast<char>('!' + random() % 90);
    keep(i % 2 ? first : second, "title " + std::to_string(i % 3), noise);
    run(i % 2 ? first : second), run(i % 2 ? second : first);
    last = must(folder_status(*first.engine, *first.folder)).bytes;
    most = std::max(most, last);
  }
  std::int64_t snapshot = 0;
  for (const auto& each : std::filesystem::directory_iterator(file("shared")))
    snapshot = std::max(snapshot, static_cast<std::int64_t>(each.file_size()));
  EXPECT_LT(last, 2 * std::max<std::int64_t>(snapshot, 256 * 1024) + 64 * 1024);
  Device& third = on_disk();
  must(join_folder(*third.engine, *third.folder, code_, named("third")));
  EXPECT_EQ(lines_of(third), lines_of(first));
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

// ---- many devices, a folder that makes mistakes, any operations ----

class Simulation : public FolderSync, public ::testing::WithParamInterface<int> {
 protected:
  void simulate(std::uint32_t seed) {
    aim::testing::seed_random(seed);
    devices_.clear();
    for (const auto& each : std::filesystem::directory_iterator(folder_))
      if (each.path().filename().string().starts_with("device"))
        std::filesystem::remove(each.path());
    const std::size_t count = 2 + seed % 3 + (seed % 10 == 0 ? 4 : 0);
    Cloud cloud(count, seed);
    stored_.clear();
    transcripts_ = seed % 2 == 0;
    for (std::size_t i = 0; i < count; ++i) {
      Device& device = add_device(cloud.folders[i]);
      device.clock.advance(std::chrono::hours(24) *
                               (static_cast<int>(cloud.random() % 1'500) - 750) +
                           std::chrono::microseconds(i));
    }
    cloud.mistakes = false;
    const std::string code =
        must(init_folder(*devices_[0]->engine, cloud.folders[0], named("d0", transcripts_)));
    cloud.carry();
    for (std::size_t i = 1; i < count; ++i) {
      must(join_folder(*devices_[i]->engine, cloud.folders[i], code,
                       named("d" + std::to_string(i))));
      cloud.carry();
    }
    cloud.mistakes = true;
    for (int step = 0; step < 25; ++step) {
      Device& device = *devices_[cloud.random() % count];
      device.clock.advance(std::chrono::seconds(1 + cloud.random() % 1'000));
      if (cloud.random() % 25 == 0)  // somebody sets it
        device.clock.advance(std::chrono::hours(24) *
                             (static_cast<int>(cloud.random() % 1'500) - 750));
      act(device, cloud);
      if (cloud.random() % 3 == 0) {
        if (cloud.random() % 5 == 0)
          device.looks_until_killed = static_cast<int>(cloud.random() % 40);
        (void)sync_shared_folder(*device.engine, *device.folder);  // it may have been killed
        device.looks_until_killed = INT32_MAX;
        cloud.carry();
      }
    }
    settle(cloud);
    const auto expected = lines_of(*devices_[0]);
    const auto known = contents_of(*devices_[0]);
    for (std::size_t i = 1; i < count; ++i)
      EXPECT_EQ(lines_of(*devices_[i]), expected) << "seed " << seed << ", device " << i;
    for (const std::string& each : stored_)
      EXPECT_TRUE(known.contains(each)) << "seed " << seed << ": " << each;
  }

  void run_some() {
    if (!store::postgres::testing::server_address().empty())
      GTEST_SKIP() << "too many databases";
    if (const std::string seed(environment("AIM_SEED")); !seed.empty())  // one that has failed
      return simulate(static_cast<std::uint32_t>(std::stoi(seed)));
    const int runs = environment("AIM_LONG") == "1" ? 64 : 1;
    for (int i = 0; i < runs && !HasFailure(); ++i)
      simulate(static_cast<std::uint32_t>(GetParam() * 1'001 + i));
  }

  // Until nothing is left to say.
  void settle(Cloud& cloud) {
    for (int round = 0; round < 8; ++round) {
      cloud.heal();
      std::int64_t said = 0;
      for (auto& each : devices_) {
        const FolderReport report = run(*each);
        said += report.pieces_sent + report.pieces_taken;
        cloud.heal();
      }
      if (said == 0 && round > 1)
        return;
    }
    ADD_FAILURE() << "devices go on telling each other";
  }

  void act(Device& device, Cloud& cloud) {
    Engine& engine = *device.engine;
    const auto any = must(list(engine, {}, 20, 0));
    const auto one = [&] { return any[cloud.random() % any.size()].id; };
    const std::string title = "title " + std::to_string(cloud.random() % 6);
    const unsigned choice = cloud.random() % 15;
    const std::string text = "text " + std::to_string(stored_.size()) + " of " + title;
    if (choice < 4 || any.empty()) {
      must(remember(engine, draft(title, text)));
      stored_.push_back(text);
    } else if (choice == 4) {
      must(remove(engine, one()));
    } else if (choice == 5) {
      (void)add_link(engine, one(), one(), Relation::related_to);
    } else if (choice == 6) {
      (void)remove_link(engine, one(), one(), Relation::related_to);
    } else if (choice == 7) {
      must(set_standard(engine, "global", one(), {}));
    } else if (choice == 8) {
      const auto archived = must(list_archive(engine, "", 1, 0));
      if (!archived.empty())
        (void)restore(engine, archived[0].memory.id);
    } else if (choice == 9) {
      must(remember(engine, draft(title, "the same everywhere")));
    } else if (choice == 10) {
      must(forget(engine, {"global", title, {}, false}));
    } else if (choice == 11) {
      (void)restore_version(engine, one(), 1);  // the title may be taken
    } else if (choice == 12 && transcripts_) {
      must(capture_turn(engine, {"global", "session of " + device.name, {}, Role::user, text, {}},
                        {.memory_ids = {one()}}));
    } else if (choice == 13) {
      (void)clear_standard(engine, "global");
    } else {
      Changes changes;
      changes.title = title;
      changes.tags = {{"tag" + std::to_string(cloud.random() % 3)}};
      (void)update(engine, one(), changes);  // the title may be taken
    }
  }

  std::vector<std::string> stored_;
  bool transcripts_ = false;
};

TEST_P(Simulation, EndsInTheSameStateEverywhere) {  // Y2
  run_some();
}
INSTANTIATE_TEST_SUITE_P(Seeds, Simulation, ::testing::Range(0, 16));

}  // namespace
}  // namespace aim::engine
