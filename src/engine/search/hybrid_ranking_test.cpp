#include <algorithm>

#include "engine/engine_testing.h"
#include "engine/search/recall.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::Gt, ::testing::IsEmpty, ::testing::SizeIs;

class Ranked : public EngineTest {};

TEST_F(Ranked, AnExactTitleIsFirst) {
  for (int i = 0; i < 20; ++i) {
    Draft given = draft("Deploy steps, deploy steps " + std::to_string(i),
                        "deploy steps deploy steps deploy steps");
    given.priority = 10;
    keep(given);
  }
  Draft exact =
      draft("Deploy Steps", std::string(5'000, '.') + " something long that is about other things");
  exact.priority = 1;
  exact.confidence = 0.1;
  keep(exact);
  EXPECT_EQ(recalled("deploy steps").front(), "Deploy Steps");
  EXPECT_EQ(recalled("  DEPLOY   steps ").front(), "Deploy Steps");
  EXPECT_EQ(searched("deploy steps").front(), "Deploy Steps");
  EXPECT_THAT(recalled("deploy steps", {}, 1), ElementsAre("Deploy Steps"));
}

// X4: the title of a mined conversation is a question that was asked before.
TEST_F(Ranked, WhatSomebodyStoredIsAboveMinedConversations) {
  const std::string question = "which port has billing";
  Draft mined = draft("Which port has billing?", "[user]: Which port has billing?");
  mined.source = "mine-claude-code";
  keep(mined);
  keep("kittens", "The kittens of the neighbour sleep all day");
  const auto hits = ask(question).hits;
  ASSERT_FALSE(hits.empty());
  EXPECT_EQ(hits.front().memory.title, "Which port has billing?");
  EXPECT_EQ(std::ranges::find(hits.front().score.factors, "purpose", &Factor::name)->value, 1);
  keep("Billing", "Billing listens on port 9417");
  EXPECT_THAT(recalled(question, {}, 2), ElementsAre("Billing", "Which port has billing?"));
}

TEST_F(Ranked, TheBeginningOfAnIdIsFirst) {
  const auto id = id_of("named", "nothing alike");
  keep("other", "a text about " + id);
  for (const std::string& text : {id, id.substr(0, 8), id.substr(0, 20)}) {
    EXPECT_EQ(recalled(text).front(), "named") << text;
    EXPECT_EQ(searched(text).front(), "named") << text;
  }
}

TEST_F(Ranked, ANamedMemoryObeysTheFilters) {
  Draft given = draft("named", "x", "here");
  given.tags = {"a"};
  const auto id = id_of(given);
  EXPECT_THAT(recalled(id, in("here")), ElementsAre("named"));
  EXPECT_THAT(recalled(id, in("here/*")), ElementsAre("named"));
  EXPECT_THAT(recalled(id, in("elsewhere")), IsEmpty());
  EXPECT_THAT(searched(id, in("elsewhere")), IsEmpty());
  Filter filter;
  filter.tags = {"b"};
  EXPECT_THAT(recalled(id, filter), IsEmpty());
  filter.tags = {"a"};
  EXPECT_THAT(recalled(id, filter), ElementsAre("named"));
}

TEST_F(Ranked, RareWordsCountMore) {
  for (int i = 0; i < 20; ++i) keep("common " + std::to_string(i), "server server status");
  keep("rare", "gateway status");
  EXPECT_EQ(recalled("server gateway").front(), "rare");
}

TEST_F(Ranked, WordFrequenciesAreThoseOfTheNamespaceSearched) {
  for (int i = 0; i < 50; ++i) keep("elsewhere " + std::to_string(i), "gateway", "b");
  for (int i = 0; i < 10; ++i) keep("here " + std::to_string(i), "server", "a");
  keep("rare here", "gateway", "a");
  EXPECT_EQ(recalled("server gateway", in("a")).front(), "rare here");
}

TEST_F(Ranked, AWordInTheTitleCountsMore) {
  keep("gateway", "one two three");
  keep("else", "gateway two three");
  EXPECT_THAT(recalled("gateway three"), ElementsAre("gateway", "else"));
}

TEST_F(Ranked, AmongEqualsPriorityConfidenceAndNewness) {
  const auto ranked = [&](const char* word, const std::function<void(Draft&)>& worse) {
    Draft good = draft(std::string("good ") + word, word),
          bad = draft(std::string("fine ") + word, word);
    worse(bad);
    keep(good);
    keep(bad);
    return recalled(std::string(word) + " unknown").front();
  };
  EXPECT_EQ(ranked("alpha", [](Draft& bad) { bad.priority = 1; }), "good alpha");
  EXPECT_EQ(ranked("beta", [](Draft& bad) { bad.confidence = 0.2; }), "good beta");
  keep("old gamma", "gamma");
  clock_.advance(6 * day);
  keep("new gamma", "gamma");
  EXPECT_THAT(recalled("gamma unknown"), ElementsAre("new gamma", "old gamma"));
}

TEST_F(Ranked, TheFirstFewAreTheBestOfAll) {
  for (int i = 0; i < 60; ++i) {
    Draft given =
        draft("note " + std::to_string(i), std::string("word ") + (i % 7 == 0 ? "word word " : "") +
                                               std::string(static_cast<std::size_t>(i * 5), 'x'));
    given.priority = 1 + i % 10;
    given.confidence = 0.1 * (i % 11);
    keep(given);
  }
  const Strings all = recalled("word unknown");
  ASSERT_THAT(all, SizeIs(50));
  for (const std::int64_t limit : {1, 2, 5, 10, 30}) {
    const Strings first(all.begin(), all.begin() + limit);
    EXPECT_EQ(recalled("word unknown", {}, limit), first) << limit;
  }
}

TEST_F(Ranked, ScoresFallAndExplainThemselves) {  // B3
  for (int i = 0; i < 10; ++i)
    keep("note " + std::to_string(i), "word " + std::to_string(i) + (i % 2 ? " word" : ""));
  for (const Ranking ranking : {Ranking::relevance, Ranking::six_factor}) {
    const Found found = must(recall(*engine_, {"word", {}, 10, ranking, {}}));
    EXPECT_EQ(found.ranking, ranking);
    ASSERT_THAT(found.hits, SizeIs(10));
    for (std::size_t i = 0; i < found.hits.size(); ++i) {
      EXPECT_THAT(found.hits[i].score.factors, SizeIs(Gt(3)));
      if (i > 0) {
        EXPECT_LE(found.hits[i].score.total, found.hits[i - 1].score.total);
      }
    }
    EXPECT_THAT(found.terms, ElementsAre("word"));
    EXPECT_FALSE(found.expression.empty());
  }
}

TEST_F(Ranked, TheConfiguredRankingIsUsedUnlessAnotherIsAskedFor) {
  EngineOptions options;
  options.ranking = Ranking::six_factor;
  start(options);
  keep("one", "word");
  EXPECT_EQ(ask("word").ranking, Ranking::six_factor);
  EXPECT_EQ(must(recall(*engine_, {"word", {}, 10, Ranking::relevance, {}})).ranking,
            Ranking::relevance);
}

TEST_F(Ranked, SixFactorBoostsTiersInRecallAndNotInSearch) {  // B1
  Draft given = draft("short", "word");
  given.tier = Tier::short_term;
  given.priority = 7;
  keep(given);
  given = draft("longs", "word");
  given.tier = Tier::long_term;
  keep(given);
  EXPECT_THAT(titles(must(recall(*engine_, {"word", {}, 10, Ranking::six_factor, {}})).hits),
              ElementsAre("longs", "short"));
  const auto searched = must(search(*engine_, {"word", {}, 10, Ranking::six_factor, {}})).hits;
  EXPECT_THAT(titles(searched), ElementsAre("short", "longs"));
  // 0.5 · 7 + 2 · 1 + 1, and what the words are worth
  EXPECT_NEAR(searched[0].score.total - searched[1].score.total, 1.0, 1e-9);
}

TEST_F(Ranked, SixFactorReadsUse) {
  keep("one", "word");
  const auto id = id_of("two", "word");
  keep("six", "word");
  use(id, 4);
  EXPECT_EQ(titles(must(search(*engine_, {"word", {}, 10, Ranking::six_factor, {}})).hits).front(),
            "two");
}

// S2: asking the same questions in another order gives the same answers.
TEST_F(Ranked, WhatWasRecalledBeforeChangesNothing) {
  const char* words[] = {"alpha", "beta", "gamma", "delta", "epsilon"};
  for (int i = 0; i < 40; ++i) {
    Draft given = draft("note " + std::to_string(i),
                        std::string(words[i % 5]) + " " + words[i % 3] + " " + words[i % 4]);
    given.priority = 1 + i % 10;
    given.tier = i % 2 ? Tier::mid_term : Tier::long_term;
    keep(given);
  }
  std::vector<std::string> questions = {"alpha", "beta gamma", "delta epsilon alpha",
                                        "gamma", "note 7",     "epsilon"};
  std::vector<Strings> first;
  for (const std::string& question : questions) {
    first.push_back(recalled(question, {}, 10));
    settle();
  }
  for (int round = 0; round < 15; ++round) {
    recalled(questions[1], {}, 10);
    settle();
  }
  for (std::size_t i = questions.size(); i-- > 0;) {
    EXPECT_EQ(recalled(questions[i], {}, 10), first[i]) << questions[i];
    settle();
  }
}

TEST_F(Ranked, ABudgetOfTokens) {
  keep("1111", std::string("word ") + std::string(391, 'x'));  // 4 + 396 bytes: 100 tokens
  keep("2222", "word yes");                                    // 3 tokens
  const auto within = [&](std::int64_t tokens) {
    return must(recall(*engine_, {"word", {}, 10, {}, tokens})).hits.size();
  };
  EXPECT_EQ(within(103), 2U);
  EXPECT_EQ(within(99), 2U) << "the long one is shortened";
  EXPECT_EQ(within(20), 1U) << "no room for a passage of it";
  EXPECT_EQ(within(2), 0U);

  const auto found = must(recall(*engine_, {"word", {}, 10, {}, 99}));
  EXPECT_FALSE(found.hits[0].room);
  constexpr std::size_t title = 4, marks = 32;
  EXPECT_EQ(found.hits[1].room, (99 - 3) * 4 - title - marks);
}

TEST_F(Ranked, ABudgetCountsWhatIsShown) {  // V2
  keep("1111", std::string("word ") + std::string(2'000, 'x'));
  keep("2222", std::string("word ") + std::string(2'000, 'y'));
  Query query{"word", {}, 10, {}, 100};
  EXPECT_EQ(must(recall(*engine_, query)).hits.size(), 1U);
  query.content_bytes = 100;
  const auto found = must(recall(*engine_, query));
  EXPECT_EQ(found.hits.size(), 2U);
  EXPECT_FALSE(found.hits[1].room);
}

// ---- scores that mean something (N2) ----

class Scored : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    for (const char* title : {"Deploys", "Backups", "Invoices", "Holidays", "Kitchen", "Garden"})
      for (int i = 0; i < 5; ++i)
        keep(std::string(title) + " " + std::to_string(i),
             std::string("What the team agreed about ") + title + " in week " + std::to_string(i));
  }
  Found shown(const std::string& text, std::optional<double> min_score = {}) {
    Query query;
    query.text = text;
    query.min_score = min_score;
    return must(recall(*engine_, query));
  }
};

TEST_F(Scored, AreBetween0And1AndFall) {
  for (const char* question :
       {"deploys", "backups in week 3", "What did the team agree about invoices?", "Deploys 1",
        "holidays of the unicorn", "garden garden kitchen team week agreed"}) {
    double before = 1;
    const Found found = shown(question, 0.0);
    EXPECT_FALSE(found.hits.empty()) << question;
    for (const Hit& hit : found.hits) {
      EXPECT_GE(hit.score.total, 0) << question;
      EXPECT_LE(hit.score.total, before) << question;
      before = hit.score.total;
    }
  }
  EXPECT_EQ(shown("Deploys 1").hits.front().score.total, 1) << "an exact title";
}

TEST_F(Scored, AQuestionAboutNothingHereFindsNothing) {
  for (const char* question : {"zorblax quivelph", "Who tunes the harpsichord of Zanzibar?",
                               "the orbit of the brown dwarf Zeltron in week Omega"}) {
    const Found found = shown(question);
    EXPECT_THAT(found.hits, IsEmpty()) << question;
    EXPECT_EQ(found.left_out > 0, !shown(question, 0.0).hits.empty()) << question;
  }
}

TEST_F(Scored, MoreOfTheQuestionScoresHigher) {
  const double all = shown("backups week", 0.0).hits.front().score.total;
  const double half = shown("backups unicorn", 0.0).hits.front().score.total;
  const double less = shown("backups unicorn dragon", 0.0).hits.front().score.total;
  EXPECT_GT(all, half);
  EXPECT_GT(half, less);
}

// One word of a Thai question is several terms, each a pair of clusters: that one memory holds
// three of them says little.
TEST_F(Scored, OneWordOfALongQuestionWithoutSpacesIsLittle) {
  keep("ต้นไม้", "สวนของทีมมีต้นไม้ใหญ่อยู่ริมบ่อน้ำ");
  const auto most = [&](const char* question) {
    return shown(question, 0.0).hits.front().score.total;
  };
  const double one_word = most("ริมบ่อน้ำ");
  EXPECT_LT(most("ใครเป็นผู้ชนะการแข่งขันจักรยานทางไกลริมบ่อน้ำเมื่อฤดูร้อนปีก่อนโน้น"), one_word / 2);
}

TEST_F(Scored, WhatIsLeftOutIsCounted) {
  const Found all = shown("backups week 3", 0.0);
  ASSERT_THAT(all.hits, SizeIs(Gt(2)));
  const double third = all.hits[2].score.total;
  const Found some = shown("backups week 3", third);
  std::size_t kept = 0;
  for (const Hit& hit : all.hits) kept += hit.score.total >= third;
  EXPECT_THAT(some.hits, SizeIs(kept));
  EXPECT_EQ(some.left_out, static_cast<std::int64_t>(all.hits.size() - kept));
  EXPECT_EQ(all.left_out, 0);
}

TEST_F(Scored, TheFloorChangesNoOrder) {
  for (const char* question : {"backups week 3", "team garden"}) {
    const Strings all = titles(shown(question, 0.0).hits);
    const Strings some = titles(shown(question).hits);
    ASSERT_LE(some.size(), all.size());
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << question;
  }
}

TEST_F(Scored, FactorsMultiplyToTheScore) {
  for (const Hit& hit : shown("backups week", 0.0).hits) {
    double product = 1;
    for (const Factor& factor : hit.score.factors) {
      product *= factor.value * factor.weight;
      if (factor.name == "certainty")
        break;  // those that follow add up to the relevance
    }
    EXPECT_NEAR(product, hit.score.total, 1e-9);
  }
}

TEST_F(Scored, NothingElsewhereChangesAnAnswer) {
  const auto answers = [&] {
    std::vector<std::pair<std::string, double>> all;
    for (const Hit& hit : must(recall(*engine_, {"backups week 3", in("global"), 50, {}, {}})).hits)
      all.emplace_back(hit.memory.title, hit.score.total);
    return all;
  };
  const auto before = answers();
  ASSERT_FALSE(before.empty());
  keep("Backups 3", "What the team agreed about Backups in week 3", "elsewhere");
  EXPECT_EQ(answers(), before);
}

TEST_F(Scored, AnUnrelatedMemoryRemovesNoAnswer) {
  const Strings before = titles(shown("backups week 3").hits);
  for (int i = 0; i < 20; ++i) keep("Other " + std::to_string(i), "frogs jump over ponds");
  const Strings after = titles(shown("backups week 3").hits);
  for (const std::string& title : before)
    EXPECT_NE(std::ranges::find(after, title), after.end()) << title;
}

TEST_F(Ranked, WhatWasSupersededIsBelowWhatSupersededIt) {  // S43
  const auto old =
      id_of("Port of the gateway", "The gateway listens on port 8080, gateway port 8080");
  const auto fresh = id_of("New port", "Since May the port is 9443, says the gateway's owner");
  const auto other = id_of("Elsewhere", "A gateway");
  ASSERT_EQ(recalled("gateway port 8080").front(), "Port of the gateway");
  must(resolve(*engine_, fresh, old));
  const Strings now_first = recalled("gateway port 8080");
  EXPECT_LT(std::ranges::find(now_first, "New port"),
            std::ranges::find(now_first, "Port of the gateway"));
  // Even asked for by its title, and by all of its words.
  const Strings by_title = recalled("port of the gateway");
  EXPECT_LT(std::ranges::find(by_title, "New port"),
            std::ranges::find(by_title, "Port of the gateway"));
  // Who supersede each other stay in some order.
  must(resolve(*engine_, old, fresh));
  EXPECT_THAT(recalled("gateway port 8080"), SizeIs(3));
}

}  // namespace
}  // namespace aim::engine
