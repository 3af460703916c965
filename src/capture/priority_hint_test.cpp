#include "capture/priority_hint.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

struct Hint {
  std::string_view content;
  std::optional<Band> band;
};

TEST(PriorityHint, FollowsWords) {
  for (const Hint& each : {
           Hint{"Security: all services must use mTLS", Band::core},
           Hint{"The architecture is never to depend on a queue", Band::core},
           Hint{"architecture of the importer", Band::high},
           Hint{"Authentication goes through the gateway", Band::high},
           Hint{"See ADR 7 about queues", Band::high},
           Hint{"We decided to use Kafka for the orders because of its logs", Band::high},
           Hint{"We ended up choosing Kafka for the orders", Band::high},
           Hint{"Should we use Kafka for the orders?", Band::normal},
           Hint{"fixed a bug in the parser", Band::normal},
           Hint{"A workaround for now", Band::normal},
           Hint{"We are using Redis for sessions", Band::normal},
           Hint{"The securityish prefix of a word is none", std::nullopt},
           Hint{"Lunch is at noon", std::nullopt},
       }) {
    const auto hint = band_hint("", each.content, "");
    EXPECT_EQ(hint ? std::optional(hint->band) : std::nullopt, each.band) << each.content;
  }
  EXPECT_EQ(band_hint("", "Restart it", "error_resolution")->band, Band::normal);
  EXPECT_EQ(band_hint("Encryption", "With age", "")->band, Band::high);
}

TEST(PriorityHint, FindsTextsAboutTheUser) {
  EXPECT_TRUE(is_about_user("I always write tests first."));
  EXPECT_TRUE(is_about_user("We prefer tabs, in all projects"));
  EXPECT_FALSE(is_about_user("The always-on server is in Paris"));
  EXPECT_FALSE(is_about_user("It never fails"));
}

}  // namespace
}  // namespace aim
