#include "capture/triggers.h"

#include <gtest/gtest.h>

#include "capture/phrases.h"

namespace aim {
namespace {

TEST(Phrases, MatchWordsInOrder) {
  const auto one = sentences_of("We’ve finally DECIDED. Is it so? config.toml")[0].words;
  EXPECT_TRUE(matches(one, "we've ~1 decided"));
  EXPECT_TRUE(matches(one, "we've really? finally"));
  EXPECT_FALSE(matches(one, "we've decided"));
  EXPECT_FALSE(begins_with(one, "decided"));
  EXPECT_TRUE(matches(one, "finally *ed $"));
  EXPECT_FALSE(matches(one, "finally $"));
  EXPECT_FALSE(matches(one, "*ing"));
  EXPECT_EQ(sentences_of("a. b? c.d").size(), 3U);
  EXPECT_TRUE(sentences_of("a. b? c.d")[1].asks);
}

TEST(Phrases, LeaveOutWhatIsNotTheSpeakersOwn) {
  EXPECT_EQ(own_words("a\n```\nb\n```\n> c\nd"), "a\nd\n");
  EXPECT_EQ(own_words("src/a.c:7:3: warning: unused\nwhy?"), "why?\n");
  EXPECT_EQ(own_words("a\n<ai-memory-0123>\nb\n</ai-memory-0123>\nc"), "a\nc\n");
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

TEST(Triggers, DecisionsInFewWordsAsRulesAndInOtherLanguages) {
  for (const char* yes :
       {"ok, sqlite it is", "no more global state, pass the context in",
        "All uploads have to be scanned, no exceptions.",
        "The old queue will be switched off in May.", "Jenkins gets removed this week.",
        "Legal approved the new wording.", "We stay with Ruby until the end of the year.",
        "I want every table to have a primary key.", "Künftig bauen wir nur noch mit CMake.",
        "Nos quedamos con la versión tres.", "On garde la licence libre.", "以后一律用 UTC。"})
    EXPECT_GE(decision_points(yes), is_decision) << yes;
  for (const char* no :
       {"The board decides about the licence next week.", "My uncle chose a red car.",
        "Had we picked Rust, this would be done.",
        "Translate this: \"We decided to close the shop.\"",
        "When I was young we agreed on everything.", "We reversed the decision to use gRPC.",
        "I am still torn between both.", "The build will fail on Windows.",
        "Prepare the meeting in which we choose a supplier.", "I'm going to look at the logs.",
        "On n'a rien décidé.", "¿Por qué elegimos Vue?", "Vielleicht nehmen wir Go."})
    EXPECT_LT(decision_points(no), is_decision) << no;
}

TEST(Triggers, AQuestionOfOursIsAskedWithoutAMarkToo) {
  for (const char* ours :
       {"who do I call about the invoices", "what was the name of that host again",
        "add the column the way we always do", "is there a reason that we pin this version",
        "wie heißt noch mal unser Rechner?", "comme d'habitude, avec notre modèle"})
    EXPECT_GE(look_at_prompt(ours).rule, 0.3) << ours;
  for (const char* others : {"What does TLS stand for?", "In this file, which line throws?",
                             "Could you make it shorter?", "How do people usually deploy Java?",
                             "Here is the function, is it quadratic?",
                             "Was ist der Unterschied zwischen Rabatt und Skonto?", "什么是闭包？"})
    EXPECT_LE(look_at_prompt(others).rule, 0.05) << others;
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
       {"that works now", "fixed, thanks", "all green", "It works!", "that did it",
        "great, the page loads again", "it doesn't crash anymore", "I can push again now",
        "deployed successfully", "runs without errors", "Der Fehler tritt nicht mehr auf",
        "ya no da error", "plus d'erreur", "搞定了"})
    EXPECT_TRUE(says_it_works(yes)) << yes;
  for (const char* no :
       {"does it work now?", "it still doesn't work", "if it works I will tell you",
        "works on my machine", "works?", "make it work", "hello", "now it says: no such image",
        "works for the first page, the rest is still empty", "can you change it so that it works",
        "I think it's fixed", "it worked before", "the build is red again", "I'll try it again now",
        "the tests are running now", "这样可以了吗？"})
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
