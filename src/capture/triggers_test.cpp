#include "capture/triggers.h"

#include <gtest/gtest.h>

#include "capture/plain_words.h"
#include "capture/trigger_features.h"

namespace aim {
namespace {

double decision_chance(std::string_view text, std::string_view before = {}) {
  return decision_in(text, before).chance;
}

TEST(OwnWords, LeaveOutWhatIsNotTheSpeakersOwn) {
  EXPECT_EQ(own_words("a\n```\nb\n```\n> c\nd"), "a\nd\n");
  EXPECT_EQ(own_words("src/a.c:7:3: warning: unused\nwhy?"), "why?\n");
  EXPECT_EQ(own_words("a\n<ai-memory-0123>\nb\n</ai-memory-0123>\nc"), "a\nc\n");
}

TEST(OwnWords, SentencesKeepNamesWhole) {
  const auto sentences = sentences_in("Use config.toml 1.5. Why?\n好。对吗？ ");
  ASSERT_EQ(sentences.size(), 4U);
  EXPECT_EQ(sentences[0], "Use config.toml 1.5.");
  EXPECT_EQ(sentences[1], "Why?");
  EXPECT_EQ(sentences[2], "好。");
  EXPECT_TRUE(sentences_in(" \n ").empty());
}

TEST(Triggers, MarksOfAPrompt) {
  EXPECT_TRUE(look_at_prompt("#skip this").skip);
  EXPECT_TRUE(look_at_prompt("#remember: tea").remember);
  EXPECT_EQ(look_at_prompt("#remember: tea").text, "tea\n");
  EXPECT_EQ(look_at_prompt("please #remember: tea").text, "please tea\n");
  EXPECT_EQ(look_at_prompt("tea #remember").text, "tea \n");
  EXPECT_FALSE(look_at_prompt("an issue#skipped").skip);
  EXPECT_TRUE(look_at_prompt(" …!").question.find('a') == std::string::npos);
  EXPECT_TRUE(look_at_prompt("```\ncode\n```").idle);
}

TEST(Triggers, AnErrorThatIsShownIsLookedFor) {
  const auto found = look_at_prompt("why?\nsrc/a.c:7:3: error: no member named 'x'\n");
  EXPECT_EQ(found.text, "why?\n");
  EXPECT_NE(found.question.find("no member named"), std::string::npos);
}

TEST(Triggers, DecisionsAsTheSpecificationHasThem) {
  for (const char* yes : {"We decided to use Postgres because of JSON.", "ADR-7: we use events",
                          "the architecture will be event-driven", "Let's go with Tailwind."})
    EXPECT_GE(decision_chance(yes), is_decision) << yes;
  for (const char* no :
       {"Should we use Postgres?", "If we decide to use Postgres, what then", "we haven't decided",
        "```\nwe decided to use Postgres\n```", "Explain the architecture", "run the tests"})
    EXPECT_LT(decision_chance(no), is_decision) << no;
  EXPECT_EQ(decision_in("Hello there. We decided to use Redis. Now run it.").text,
            "We decided to use Redis.");
}

TEST(Triggers, ScriptsThatTheModelsNeverSawDecideNothing) {
  for (const char* said : {"ขอบคุณครับ", "วันนี้อากาศดี", "เข้าห้องประชุมยังไง", "តើចូលបន្ទប់ប្រជុំយ៉ាងដូចម្តេច",
                           "Спасибо за ответ", "شكرا على الجواب"})
    EXPECT_EQ(decision_chance(said), 0) << said;
  EXPECT_GE(decision_chance("We decided to use Redis. ขอบคุณครับ"), is_decision);
  EXPECT_TRUE(look_at_prompt("спасибо").unseen_script);
  EXPECT_FALSE(look_at_prompt("merci, ça marche").unseen_script);
}

TEST(Triggers, AWordThatNobodyAskedForDecidesNothing) {
  for (const char* said : {"no", "No.", "yes", "ok", "nein", "好的"})
    EXPECT_EQ(decision_chance(said), 0) << said;
}

TEST(Triggers, QuestionsWithoutAMarkRequestsAndQuotesAreNoDecisions) {
  for (const std::string_view text :
       {"which queue do we use", "who is on call this week", "wie heißt der Testserver",
        "write the chart for the importer", "run the migration and restart the worker",
        "despliega la rama en pruebas", "Übersetze ins Englische: Wir nehmen Kafka.",
        "翻译：我们决定改用 Kafka。", "when I start the worker it prints ECONNREFUSED"})
    EXPECT_LT(decision_chance(text), is_decision) << text;
  for (const std::string_view text :
       {"The client insists on GitLab, so we move there.", "Let us always squash before merging.",
        "Wir bleiben bei Kafka, RabbitMQ ist raus.", "On reste sur PostgreSQL."})
    EXPECT_GE(decision_chance(text), is_decision) << text;
}

TEST(Triggers, APastedErrorIsNoDecision) {
  for (const std::string_view text :
       {"curl: (7) Failed to connect to localhost port 3000: Connection refused",
        "npm ERR! code ELIFECYCLE", "panic: runtime error: index out of range [3] with length 3",
        "E   AssertionError: expected 200, got 500", "bash: foo: command not found",
        "docker: Error response from daemon: port is already allocated",
        "fatal: not a git repository", "go: cannot find main module, but found .git/config",
        "error[E0382]: borrow of moved value: `x`",
        "psql: error: connection to server failed: FATAL: role does not exist"})
    EXPECT_LT(decision_in(text, "").chance, 0.5) << text;
  for (const std::string_view text :
       {"From now on we retry three times when the connection timed out.",
        "We decided to answer 503 service unavailable while the queue is full",
        "Rule: timed out requests are retried twice"})
    EXPECT_GT(decision_in(text, "").chance, 0.5) << text;
}

TEST(Triggers, DecisionsInFewWordsAsRulesAndInOtherLanguages) {
  for (const char* yes :
       {"ok, sqlite it is", "All uploads have to be scanned, no exceptions.",
        "Jenkins gets removed this week.", "Legal approved the new wording.",
        "We stay with Ruby until the end of the year.", "I want every table to have a primary key.",
        "Künftig bauen wir nur noch mit CMake.", "Nos quedamos con la versión tres.",
        "以后一律用 UTC。"})
    EXPECT_GE(decision_chance(yes), is_decision) << yes;
  for (const char* no :
       {"The board decides about the licence next week.", "My uncle chose a red car.",
        "Had we picked Rust, this would be done.",
        "Translate this: \"We decided to close the shop.\"", "I am still torn between both.",
        "I'm going to look at the logs.", "On n'a rien décidé.", "¿Por qué elegimos Vue?",
        "Vielleicht nehmen wir Go."})
    EXPECT_LT(decision_chance(no), is_decision) << no;
}

TEST(Triggers, AShortAnswerToAnOfferIsADecision) {
  EXPECT_GE(decision_chance("Nomad.", "Kubernetes or Nomad for the new site?"), is_decision);
  EXPECT_LT(decision_chance("what would you take?", "Kubernetes or Nomad for the new site?"),
            is_decision);
}

TEST(Triggers, AnyBytesAreAPrompt) {
  std::uint32_t seed = 7;
  for (int i = 0; i < 2'000; ++i) {
    std::string bytes;
    for (int length = i % 90; length > 0; --length) {
      seed = seed * 1'664'525U + 1'013'904'223U;
      bytes += static_cast<char>(seed >> 24);
    }
    const auto found = look_at_prompt(bytes, bytes);
    EXPECT_GE(found.need, 0);
    EXPECT_LE(found.decision.chance, 1);
  }
}

TEST(TriggerModel, WeighsEachPartByItself) {
  Features said, before;
  add_text(said, TextPart::said, "We use X.");
  add_text(before, TextPart::before, "We use X.");
  EXPECT_EQ(said.hashed.size(), before.hashed.size());
  EXPECT_NE(chance_by_words(Trigger::decision, said), chance_by_words(Trigger::decision, before));
  EXPECT_NEAR(chance_by_words(Trigger::decision, {}), 0.5, 1e-9);
  EXPECT_TRUE(is_frequent("we"));
  EXPECT_FALSE(is_frequent("xylophone"));
}

}  // namespace
}  // namespace aim
