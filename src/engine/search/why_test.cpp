#include "engine/search/why.h"

#include "engine/engine_testing.h"
#include "engine/usage/touch_queue.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty;

class WhyLost : public EngineTest {
 protected:
  Why ask_why(const std::string& id, const std::string& question, const Filter& filter = {},
              std::int64_t limit = 10, std::optional<double> min_score = {}) {
    Query query{question, filter, limit, {}, {}};
    query.min_score = min_score;
    return must(why(*engine_, query, id));
  }
};

TEST_F(WhyLost, WhatIsShownHasItsRankAndScore) {  // L2
  const auto id = id_of("Database", "PostgreSQL 16 in production");
  const Why shown = ask_why(id, "which database");
  EXPECT_TRUE(shown.shown);
  EXPECT_EQ(shown.rank, 1);
  EXPECT_THAT(shown.lost_at, IsEmpty());
  EXPECT_FALSE(shown.factors.empty());
  EXPECT_THAT(shown.matched, ElementsAre("databas"));
  EXPECT_TRUE(engine_->touches.empty()) << "asking why is no use";
}

TEST_F(WhyLost, NamesTheStepBeforeTheRanking) {
  const auto id = id_of("Database", "PostgreSQL", "team");
  const Why elsewhere = ask_why(id, "database", in("other"));
  EXPECT_EQ(elsewhere.lost_at, "namespace");
  EXPECT_TRUE(elsewhere.score) << "what it would have scored in its own namespace";
  Filter tagged;
  tagged.tags = {"ops"};
  EXPECT_EQ(ask_why(id, "database", tagged).lost_at, "filter");
  EXPECT_THAT(ask_why(id, "database", tagged).sentence, HasSubstr("tags"));
  Draft brief = draft("Lunch", "soup");
  brief.tier = Tier::short_term;
  const auto gone = id_of(brief);
  clock_.advance(7h);
  EXPECT_EQ(ask_why(gone, "lunch").lost_at, "expired");
  must(collect_expired(*engine_));
  EXPECT_EQ(ask_why(gone, "lunch").lost_at, "archived");
  EXPECT_EQ(why(*engine_, {}, "nobody").error().code, Code::not_found);
}

TEST_F(WhyLost, NamesTheStepOfTheRanking) {
  const auto id = id_of("Database", "PostgreSQL 16 in production, backed up each night");
  const auto best = id_of("Backup of the database", "backup backup database");
  EXPECT_EQ(ask_why(id, "soup for lunch").lost_at, "candidates");
  const Why behind = ask_why(id, "backup of the database", {}, 1, 0);
  EXPECT_EQ(behind.lost_at, "limit");
  EXPECT_EQ(behind.rank, 2);
  EXPECT_EQ(behind.best->memory.id, best);
  EXPECT_THAT(behind.would_need, HasSubstr("2"));
  const Why weak = ask_why(id, "backup of the database", {}, 10, 0.99);
  EXPECT_EQ(weak.lost_at, "floor");
  EXPECT_EQ(weak.floor, 0.99);
}

}  // namespace
}  // namespace aim::engine
