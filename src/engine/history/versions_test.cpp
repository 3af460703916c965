#include "engine/history/versions.h"

#include <random>

#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/undo.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::SizeIs;

class Versions : public EngineTest {
 protected:
  void change(const std::string& id, std::string content) {
    Changes changes;
    changes.content = std::move(content);
    clock_.advance(1min);
    must(update(*engine_, id, changes));
  }
  std::vector<std::string> contents(const std::string& id) {
    std::vector<std::string> all;
    for (const MemoryState& each : must(history(*engine_, id, 100)))
      all.push_back(each.memory.content);
    return all;
  }
};

TEST_F(Versions, EachChangeLeavesTheStateBeforeIt) {
  const auto id = id_of(draft("Port", "8080"));
  change(id, "8081");
  change(id, "8082");
  EXPECT_THAT(contents(id), ElementsAre("8082", "8081", "8080"));
  const auto states = must(history(*engine_, id, 100));
  EXPECT_EQ(states[0].version, 0);
  EXPECT_FALSE(states[0].until);
  EXPECT_EQ(states[0].from, states[1].until);
  EXPECT_EQ(states[1].from, states[2].until);
  EXPECT_GT(states[1].version, states[2].version);
  EXPECT_EQ(states[2].from, states[2].memory.created_at);
}

TEST_F(Versions, AUseIsNoChange) {
  const auto id = id_of(draft("Port", "8080"));
  use(id, 3);
  EXPECT_THAT(contents(id), SizeIs(1));
}

TEST_F(Versions, AStoreThatOverwritesLeavesOne) {
  const auto id = id_of(draft("Port", "8080"));
  clock_.advance(1min);
  EXPECT_EQ(id_of(draft("Port", "9090")), id);
  EXPECT_THAT(contents(id), ElementsAre("9090", "8080"));
}

TEST_F(Versions, AFormerStateComesBackAndIsUndone) {
  const auto id = id_of(draft("Port", "8080"));
  change(id, "8081");
  const auto states = must(history(*engine_, id, 100));
  clock_.advance(1min);
  EXPECT_EQ(must(restore_version(*engine_, id, states[1].version)).content, "8080");
  EXPECT_THAT(contents(id), ElementsAre("8080", "8081", "8080"));
  must(undo(*engine_, id));
  EXPECT_EQ(now(id).content, "8081");
  EXPECT_FALSE(restore_version(*engine_, id, 4'711));
  EXPECT_THAT(complaints(), IsEmpty());
}

TEST_F(Versions, ADeletedMemoryComesBackByItsHistory) {
  const auto id = id_of(draft("Port", "8080"));
  clock_.advance(1min);
  must(remove(*engine_, id));
  const auto states = must(history(*engine_, id, 100));
  ASSERT_THAT(states, SizeIs(1));
  EXPECT_EQ(states[0].ended_by, "delete");
  must(restore_version(*engine_, id, states[0].version));
  EXPECT_EQ(now(id).content, "8080");
  EXPECT_THAT(recalled("Port"), ElementsAre("Port"));
  EXPECT_THAT(complaints(), IsEmpty());
}

TEST_F(Versions, OldOnesGo) {
  Draft lasting = draft("Port", "8080");
  lasting.tier = Tier::long_term;
  const auto id = id_of(lasting);
  change(id, "8081");
  clock_.advance(engine_->options.keep_versions - 1h);
  change(id, "8082");
  clock_.advance(2h);
  must(prune_versions(*engine_));
  EXPECT_THAT(contents(id), ElementsAre("8082", "8081"));
}

// A text that no compression makes much smaller.
std::string unlike_text(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < 1'000) text.push_back(static_cast<char>('0' + random() % 64));
  return text;
}

TEST_F(Versions, TheOldestGoBeyondTheBytes) {
  const auto id = id_of(draft("Log", unlike_text(1)));
  for (const std::uint32_t seed : {2U, 3U, 4U}) change(id, unlike_text(seed));
  engine_->options.max_version_bytes = 2'500;
  must(prune_versions(*engine_));
  EXPECT_THAT(contents(id), SizeIs(3)) << "the present state and two versions";
}

TEST_F(Versions, ANamespaceMayKeepThemForAShorterTime) {
  const auto kept = id_of(draft("Kept", "1"));
  Draft other = draft("Other", "1");
  other.name_space = "team/short";
  const auto brief = id_of(other);
  change(kept, "2");
  change(brief, "2");
  engine_->options.versions_of["team/*"] = {24h * 30, {}};
  clock_.advance(24h * 31);
  EXPECT_EQ(must(prune_versions(*engine_, true)), 1);
  EXPECT_EQ(must(prune_versions(*engine_)), 1);
  EXPECT_THAT(contents(kept), ElementsAre("2", "1"));
  EXPECT_THAT(contents(brief), ElementsAre("2"));
}

}  // namespace
}  // namespace aim::engine
