// Many devices, a folder that makes mistakes, any operations. AIM_SEED=N repeats the run that
// failed.
#include "base/environment.h"
#include "base/random_testing.h"
#include "engine/folder_sync/folder_sync_testing.h"
#include "engine/folder_sync/simulated_folder_testing.h"
#include "engine/forget.h"
#include "engine/history/transcripts.h"
#include "engine/history/versions.h"
#include "engine/standards.h"

namespace aim::engine {
namespace {

using namespace testing;

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
    if (const std::string seed(environment("AIM_SEED")); !seed.empty())  // a failed run again
      return simulate(static_cast<std::uint32_t>(std::stoi(seed)));
    const int runs = environment("AIM_LONG") == "1" ? 250 : 1;  // 10,000 in all
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
    const auto choice = cloud.random() % 15;
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
      const auto archived = must(list_archive(engine, {}, 1, 0));
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
INSTANTIATE_TEST_SUITE_P(Seeds, Simulation, ::testing::Range(0, 40));

}  // namespace
}  // namespace aim::engine
