#include "memory/merge.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

using namespace std::chrono_literals;
using std::chrono::days;

const Time born = std::chrono::sys_days(std::chrono::year(2026) / 11 / 1);
const Time now = born + days(20);

Memory old_memory() {
  Memory memory;
  memory.key = 7;
  memory.id = "old";
  memory.tier = Tier::mid_term;
  memory.name_space = "team";
  memory.title = "Title";
  memory.content = "old content";
  memory.tags = {"old"};
  memory.priority = 5;
  memory.reinforcement = 2;
  memory.confidence = 0.5;
  memory.source = "user";
  memory.access_count = 21;
  memory.created_at = parse_rfc3339("2026-11-01T00:00:00Z", "created_at").value();
  memory.updated_at = at(born + 1h);
  memory.last_accessed_at = at(born + 2h);
  memory.expires_at = at(born + days(30));
  memory.metadata = R"({"old":1})";
  return memory;
}

Memory fresh_memory() {
  Memory memory;
  memory.id = "fresh";
  memory.tier = Tier::mid_term;
  memory.name_space = "team";
  memory.title = "Title";
  memory.content = "fresh content";
  memory.priority = 4;
  memory.source = "claude";
  memory.created_at = memory.updated_at = at(now);
  memory.metadata = R"({"fresh":1})";
  return memory;
}

const Given with_expiry{.expiry = true};

TEST(Merge, WhatWasNotNamedStays) {  // S46
  const Memory old = old_memory();
  Given nothing;
  nothing.tier = nothing.tags = nothing.metadata = nothing.priority = nothing.confidence =
      nothing.source = false;
  Memory fresh = fresh_memory();
  fresh.tier = Tier::long_term;
  fresh.priority = 9;
  fresh.metadata = "{}";
  const Memory merged = merge(old, fresh, nothing, now, {});
  EXPECT_EQ(merged.content, "fresh content");
  EXPECT_EQ(merged.tier, old.tier);
  EXPECT_EQ(merged.tags, old.tags);
  EXPECT_EQ(merged.metadata, old.metadata);
  EXPECT_EQ(merged.priority, old.priority);
  EXPECT_EQ(merged.confidence, old.confidence);
  EXPECT_EQ(merged.source, old.source);
  fresh.metadata = R"({"agent_id":"ada"})";
  EXPECT_EQ(merge(old, fresh, nothing, now, {}).metadata, R"({"old":1,"agent_id":"ada"})");
}

TEST(Merge, WhoWroteItStaysKnown) {  // S38
  EXPECT_EQ(replaced_metadata(R"({"agent_id":"ada","k":1})", R"({"m":2})"),
            R"({"m":2,"agent_id":"ada"})");
  EXPECT_EQ(replaced_metadata(R"({"agent_id":"ada"})", R"({"agent_id":"bob"})"),
            R"({"agent_id":"bob"})");
  EXPECT_EQ(replaced_metadata(R"({"k":1})", R"({"m":2})"), R"({"m":2})");
}

TEST(Merge, ADeadlineStaysUntilAnotherComesOrItIsMadeLong) {  // S26
  Memory old = old_memory();
  old.deadline = true;
  Memory fresh = fresh_memory();
  EXPECT_EQ(merge(old, fresh, {}, now, {}).expires_at, old.expires_at);
  EXPECT_TRUE(merge(old, fresh, {}, now, {}).deadline);
  fresh.expires_at = at(now + days(3));
  fresh.deadline = true;
  EXPECT_EQ(merge(old, fresh, with_expiry, now, {}).expires_at, at(now + days(3)));
  fresh = fresh_memory();
  fresh.tier = Tier::long_term;
  EXPECT_EQ(merge(old, fresh, {}, now, {}).expires_at, std::nullopt);
  EXPECT_FALSE(merge(old, fresh, {}, now, {}).deadline);
}

TEST(Merge, KeepsWhoItIsAndTakesWhatIsSaid) {
  const Memory merged = merge(old_memory(), fresh_memory(), {}, now, {});
  EXPECT_EQ(merged.key, 7);
  EXPECT_EQ(merged.id, "old");
  EXPECT_EQ(merged.name_space, "team");
  EXPECT_EQ(merged.title, "Title");
  EXPECT_EQ(merged.created_at.text(), "2026-11-01T00:00:00Z");
  EXPECT_EQ(merged.access_count, 21);
  EXPECT_EQ(merged.reinforcement, 2);
  EXPECT_EQ(merged.last_accessed_at, at(born + 2h));

  EXPECT_EQ(merged.content, "fresh content");
  EXPECT_TRUE(merged.tags.empty());
  EXPECT_EQ(merged.metadata, R"({"fresh":1})");
  EXPECT_EQ(merged.confidence, 1.0);
  EXPECT_EQ(merged.source, "claude");
  EXPECT_EQ(merged.updated_at, at(now));
}

TEST(Merge, AReflectionStaysOneAndAnObservationBecomesOne) {  // I1
  Memory thought = old_memory();
  thought.kind = MemoryKind::reflection;
  thought.reflection_depth = 2;
  for (const Memory& merged :
       {merge(thought, fresh_memory(), {}, now, {}), merge(fresh_memory(), thought, {}, now, {})}) {
    EXPECT_EQ(merged.kind, MemoryKind::reflection);
    EXPECT_EQ(merged.reflection_depth, 2);
  }
  Memory again = thought;
  again.reflection_depth = 1;
  EXPECT_EQ(merge(thought, again, {}, now, {}).reflection_depth, 1);
}

TEST(Merge, TheHigherPriorityWins) {
  for (const auto& [old_priority, fresh_priority] : {std::pair(5, 4), {4, 5}, {5, 5}}) {
    Memory old = old_memory(), fresh = fresh_memory();
    old.priority = old_priority;
    fresh.priority = fresh_priority;
    EXPECT_EQ(merge(old, fresh, {}, now, {}).priority, 5);
  }
}

TEST(Merge, TheTierNeverGoesDownAndTheExpiryFollowsIt) {
  const struct {
    Tier old_tier, fresh_tier, expected;
    std::optional<Timestamp> expires_at;
  } rows[] = {
      {Tier::short_term, Tier::short_term, Tier::short_term, at(now + 6h)},
      {Tier::short_term, Tier::mid_term, Tier::mid_term, at(now + days(7))},
      {Tier::mid_term, Tier::short_term, Tier::mid_term, at(now + days(7))},
      {Tier::mid_term, Tier::long_term, Tier::long_term, {}},
      {Tier::long_term, Tier::short_term, Tier::long_term, {}},
  };
  for (const auto& row : rows) {
    Memory old = old_memory(), fresh = fresh_memory();
    old.tier = row.old_tier;
    fresh.tier = row.fresh_tier;
    const Memory merged = merge(old, fresh, {}, now, {});
    EXPECT_EQ(merged.tier, row.expected);
    EXPECT_EQ(merged.expires_at, row.expires_at);
  }
}

TEST(Merge, AGivenExpiryWinsOverTheTier) {
  const auto given = parse_rfc3339("2030-01-01T00:00:00+01:00", "expires_at").value();
  for (const Tier tier : {Tier::short_term, Tier::mid_term, Tier::long_term}) {
    Memory fresh = fresh_memory();
    fresh.tier = tier;
    fresh.expires_at = given;
    EXPECT_EQ(merge(old_memory(), fresh, with_expiry, now, {}).expires_at, given);
    fresh.expires_at.reset();
    EXPECT_EQ(merge(old_memory(), fresh, with_expiry, now, {}).expires_at, std::nullopt);
  }
}

TEST(Merge, TheConfigurationMayLetLongMemoriesExpire) {
  Memory fresh = fresh_memory();
  fresh.tier = Tier::long_term;
  Lifetimes lifetimes;
  lifetimes.long_ttl = days(365);
  EXPECT_EQ(merge(old_memory(), fresh, {}, now, lifetimes).expires_at, at(now + days(365)));
}

}  // namespace
}  // namespace aim
