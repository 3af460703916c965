#include "engine/upkeep.h"

#include "engine/archive.h"
#include "engine/engine_testing.h"

namespace aim::engine {
namespace {

using namespace testing;

class Upkeep : public EngineTest {};

TEST_F(Upkeep, TendsTheIndexUntilNothingIsLeftOrItIsStopped) {
  for (int i = 0; i < 40; ++i) keep("title " + std::to_string(i), "word " + std::to_string(i));
  int asked = 0;
  must(tend_index(*engine_, [&] { return ++asked > 2; }));
  must(tend_index(*engine_, [] { return false; }));
  EXPECT_EQ(searched("word").size(), 40U);
}

TEST_F(Upkeep, CompactingGivesFreePagesBack) {
  for (int i = 0; i < 50; ++i) {
    Draft large = draft("title " + std::to_string(i), "");
    for (int word = 0; word < 500; ++word) large.content += std::to_string(i * word) + " ";
    large.tier = Tier::short_term;
    keep(large);
  }
  keep("small", "a word that stays");
  clock_.advance(7h);
  must(collect_expired(*engine_));
  must(purge_archive(*engine_, {}));
  for (int i = 0; i < 20; ++i) keep("other " + std::to_string(i), "word " + std::to_string(i));
  const bool on_a_server = !store::postgres::testing::server_address().empty();
  EXPECT_EQ(must(compact(*engine_)) > 0, !on_a_server);
  EXPECT_EQ(must(compact(*engine_)), 0);
  EXPECT_EQ(searched("stays").size(), 1U);
}

}  // namespace
}  // namespace aim::engine
