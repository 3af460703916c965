#include "memory/triggers.h"

#include <gtest/gtest.h>

#include "memory/phrases.h"

namespace aim {
namespace {

TEST(Phrases, MatchWordsInOrder) {
  const auto one = sentences_of("We’ve finally DECIDED. Is it so? config.toml")[0].words;
  EXPECT_TRUE(matches(one, "we've ~1 decided"));
  EXPECT_TRUE(matches(one, "we've really? finally"));
  EXPECT_FALSE(matches(one, "we've decided"));
  EXPECT_FALSE(begins_with(one, "decided"));
  EXPECT_EQ(sentences_of("a. b? c.d").size(), 3U);
  EXPECT_TRUE(sentences_of("a. b? c.d")[1].asks);
}

TEST(Phrases, LeaveOutWhatIsNotTheSpeakersOwn) {
  EXPECT_EQ(own_words("a\n```\nb\n```\n> c\nd"), "a\nd\n");
  EXPECT_EQ(own_words("a\n<ai-memory-0123>\nb\n</ai-memory-0123>\nc"), "a\nc\n");
  EXPECT_EQ(without_injected("a <ai-memory-01>\nb\n</ai-memory-01> c"), "a  c");
}

TEST(Triggers, MarksOfAPrompt) {
  EXPECT_TRUE(look_at_prompt("#skip this").skip);
  EXPECT_TRUE(look_at_prompt("#remember: tea").remember);
  EXPECT_EQ(look_at_prompt("#remember: tea").text, "tea\n");
  EXPECT_FALSE(look_at_prompt("an issue#skipped").skip);
}

TEST(Triggers, DecisionsAsTheSpecificationHasThem) {
  for (const char* yes :
       {"We decided to use Postgres because of JSON.", "We chose to keep it.",
        "ADR-7: we use events", "the architecture will be event-driven", "Let's go with Tailwind."})
    EXPECT_GE(decision_points(yes), is_decision) << yes;
  for (const char* no :
       {"Should we use Postgres?", "If we decide to use Postgres, what then", "we haven't decided",
        "```\nwe decided to use Postgres\n```", "Explain the architecture", "run the tests"})
    EXPECT_LT(decision_points(no), is_decision) << no;
  EXPECT_EQ(decision_in("Hello there. We decided to use Redis. Now run it."),
            "We decided to use Redis.");
}

TEST(Triggers, NeedOfMemoryGrowsWithTheRuleAndTheScore) {
  EXPECT_LT(chance_of_help(0, 0.5), chance_of_help(0.9, 0.5));
  EXPECT_LT(chance_of_help(0.5, 0.2), chance_of_help(0.5, 0.9));
  EXPECT_NEAR(chance_of_help(0.3, least_score_for(0.3)), least_chance, 1e-9);
  EXPECT_GT(look_at_prompt("How did we fix the login timeout?").rule, 0.8);
  EXPECT_LT(look_at_prompt("Remember to add a test").rule, 0);
}

TEST(Triggers, SayingThatItWorks) {
  for (const char* yes :
       {"that works now", "fixed, thanks", "all green", "It works!", "that did it"})
    EXPECT_TRUE(says_it_works(yes)) << yes;
  for (const char* no :
       {"does it work now?", "it still doesn't work", "if it works I will tell you",
        "works on my machine", "works?", "make it work", "hello"})
    EXPECT_FALSE(says_it_works(no)) << no;
}

TEST(Triggers, AnyBytesAreAPrompt) {
  std::uint32_t seed = 7;
  for (int i = 0; i < 2'000; ++i) {
    std::string bytes;
    for (int length = i % 90; length > 0; --length) {
      seed = seed * 1'664'525U + 1'013'904'223U;
      bytes += static_cast<char>(seed >> 24);
    }
    (void)look_at_prompt(bytes);
    (void)says_it_works(bytes);
  }
}

}  // namespace
}  // namespace aim
