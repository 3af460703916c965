#include "engine/search/recall.h"

#include "engine/engine_testing.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::Contains, ::testing::ElementsAre, ::testing::IsEmpty,
    ::testing::UnorderedElementsAre;

class Recall : public EngineTest {};

TEST_F(Recall, AnyWordIsEnoughAndAllWordsAreBetter) {  // B1
  keep("one", "postgres replica");
  keep("two", "postgres vacuum");
  keep("three", "redis");
  EXPECT_THAT(recalled("postgres replica"), ElementsAre("one", "two"));
  EXPECT_THAT(recalled("redis replica"), UnorderedElementsAre("one", "three"));
  EXPECT_THAT(recalled("kafka"), IsEmpty());
}

TEST_F(Recall, SearchWantsEveryWord) {
  keep("one", "postgres replica");
  keep("two", "postgres vacuum");
  EXPECT_THAT(searched("postgres replica"), ElementsAre("one"));
  EXPECT_THAT(searched("replica vacuum"), IsEmpty());
}

TEST_F(Recall, LooksAtTitlesContentsAndTags) {
  Draft tagged = draft("three", "x");
  tagged.tags = {"zebra"};
  keep("zebra", "x");
  keep("two", "a zebra");
  keep(tagged);
  EXPECT_THAT(recalled("zebra"), UnorderedElementsAre("zebra", "two", "three"));
  EXPECT_THAT(searched("zebra"), UnorderedElementsAre("zebra", "two", "three"));
}

TEST_F(Recall, FindsOtherFormsOfAWord) {
  keep("one", "we are migrating the databases");
  EXPECT_THAT(searched("migrated database"), ElementsAre("one"));
  EXPECT_THAT(searched("MIGRATIONS"), ElementsAre("one"));
}

TEST_F(Recall, FindsTheBeginningOfAWordWhenNothingElseFits) {
  keep("one", "kubernetes cluster");
  EXPECT_THAT(searched("kube"), ElementsAre("one"));
  EXPECT_THAT(recalled("kube"), ElementsAre("one"));
  keep("two", "kube proxy");
  EXPECT_THAT(searched("kube"), ElementsAre("two"));
}

TEST_F(Recall, LooksForAVeryShortBeginningInTitlesFirst) {
  keep("one", "kubernetes cluster");
  EXPECT_THAT(recalled("ku"), ElementsAre("one"));
  keep("kubectl", "x");
  EXPECT_THAT(recalled("ku"), ElementsAre("kubectl"));
  EXPECT_THAT(searched("ku"), UnorderedElementsAre("kubectl", "one"));
  EXPECT_THAT(recalled("kub"), UnorderedElementsAre("kubectl", "one"));
  keep("two", "ku");
  EXPECT_THAT(recalled("ku"), ElementsAre("two"));
}

TEST_F(Recall, AShortBeginningInTitlesThatAreNotMeantHidesNothing) {
  Draft tagged = draft("one", "kubernetes cluster");
  tagged.tags = {"ops"};
  keep(tagged);
  keep("kubectl", "x");
  Filter of_ops;
  of_ops.tags = {"ops"};
  EXPECT_THAT(recalled("ku", of_ops), ElementsAre("one"));
}

TEST_F(Recall, OnlyWordsWrittenWithALetterOrTwoAreShortBeginnings) {
  keep("one", "opsgenie and kubernetes, whatever comes");
  keep("open issues", "x");
  EXPECT_THAT(recalled("ops"), Contains("one"));
  keep("when", "x");
  EXPECT_THAT(recalled("kuber wh"), Contains("one"));
}

// A word that begins another is no answer to a question that says more.
TEST_F(Recall, OneBeginningOfTwoIsNotEnough) {
  keep("getUserName", "reads the session");
  keep("Carpenter and Hammersmith", "two streets");
  for (const char* question : {"which database do we use", "who can rent a car", "bake a ham"})
    EXPECT_THAT(recalled(question), IsEmpty()) << question;
  EXPECT_THAT(recalled("carpen hammer"), ElementsAre("Carpenter and Hammersmith"));
}

TEST_F(Recall, Diacritics) {
  keep("one", "Das Café in Zürich");
  EXPECT_THAT(searched("cafe zurich"), ElementsAre("one"));
  EXPECT_THAT(searched("CAFÉ"), ElementsAre("one"));
}

TEST_F(Recall, Identifiers) {
  keep("one", "call getUserName in src/main.rs");
  keep("two", "the user has a name");
  EXPECT_THAT(recalled("getUserName"), Contains("one"));
  EXPECT_EQ(recalled("getUserName").front(), "one");
  EXPECT_THAT(searched("user name"), UnorderedElementsAre("one", "two"));
  EXPECT_THAT(searched("main.rs"), ElementsAre("one"));
  EXPECT_THAT(searched("main"), ElementsAre("one"));
  EXPECT_THAT(searched("src/main.rs"), ElementsAre("one"));
}

TEST_F(Recall, SubstringsOfChineseAndJapanese) {
  keep("one", "数据库连接池的配置");
  keep("two", "東京タワーの高さ");
  EXPECT_THAT(searched("连接池"), ElementsAre("one"));
  EXPECT_THAT(searched("据库连"), ElementsAre("one"));
  EXPECT_THAT(searched("池"), ElementsAre("one"));
  EXPECT_THAT(searched("タワー"), ElementsAre("two"));
  EXPECT_THAT(searched("京タ"), ElementsAre("two"));
  EXPECT_THAT(searched("连数"), IsEmpty());
}

// In scripts without blanks as in others (N4).
TEST_F(Recall, WordsThatAskCountOnlyWhenNothingElseIsLeft) {
  keep("what", "什么 什么 什么 为什么");
  keep("points", "黑豹队丢了三百零八分");
  EXPECT_EQ(recalled("黑豹队什么时候丢了").front(), "points");
  EXPECT_THAT(recalled("三百什么"), ElementsAre("points"));
  EXPECT_THAT(recalled("什么"), ElementsAre("what"));
  EXPECT_THAT(searched("什么"), ElementsAre("what"));
}

TEST_F(Recall, ShortWords) {
  keep("one", "written in C and Go");
  keep("two", "R scripts and C++ code");
  EXPECT_THAT(searched("go"), ElementsAre("one"));
  EXPECT_THAT(searched("r"), Contains("two"));
  EXPECT_THAT(searched("c"), UnorderedElementsAre("one", "two"));
  EXPECT_EQ(recalled("c++").front(), "two");
}

TEST_F(Recall, CommonWordsCountOnlyWhenNothingElseIsLeft) {
  keep("one", "what is the plan");
  keep("two", "deployment");
  const Found found = ask("what is the deployment");
  EXPECT_THAT(titles(found.hits), ElementsAre("two"));
  EXPECT_THAT(found.dropped, ElementsAre("what", "is", "the"));
  EXPECT_THAT(searched("what is the deployment"), ElementsAre("two"));
  EXPECT_THAT(recalled("what is the"), ElementsAre("one"));
}

TEST_F(Recall, AnEmptyQuestionFindsNothing) {
  keep("one");
  for (const char* text : {"", " ", "\t\n", "!?.,;:", "\"\"\"", "()"}) {
    EXPECT_THAT(recalled(text), IsEmpty()) << text;
    EXPECT_THAT(searched(text), IsEmpty()) << text;
  }
}

TEST_F(Recall, AnyBytesAreAQuestion) {  // B2
  keep("one", "some AND words OR others NOT near");
  std::vector<std::string> questions = {"AND",
                                        "OR OR",
                                        "NOT",
                                        "NEAR(a b, 2)",
                                        "a*",
                                        "*",
                                        "^a",
                                        "title:some",
                                        "-some",
                                        "\"some",
                                        "some\"",
                                        "{some}",
                                        "(some",
                                        "some)",
                                        "'; DROP TABLE memories; --",
                                        "%",
                                        "_",
                                        "\\",
                                        "\xff\xfe",
                                        "\xc3",
                                        "\xed\xa0\x80",
                                        std::string("so\0me", 5),
                                        "title : some",
                                        "some + words",
                                        "\"a\" * b",
                                        "a:b:c",
                                        "🦄",
                                        "\u200b",
                                        "é\u0301"};
  std::string every;
  for (int byte = 0; byte < 256; ++byte) {
    every.push_back(static_cast<char>(byte));
    questions.push_back({static_cast<char>(byte)});
    questions.push_back(std::string("some") + static_cast<char>(byte) + "words");
  }
  questions.push_back(every);
  questions.push_back(std::string(65'536, 'a'));
  questions.push_back(std::string(65'536, '"'));
  for (const Ranking ranking : {Ranking::relevance, Ranking::six_factor})
    for (const std::string& text : questions) {
      EXPECT_TRUE(recall(*engine_, {text, {}, 10, ranking, {}}).has_value())
          << ::testing::PrintToString(text);
      EXPECT_TRUE(search(*engine_, {text, {}, 10, ranking, {}}).has_value())
          << ::testing::PrintToString(text);
    }
}

// ---- filters ----

TEST_F(Recall, Namespaces) {  // A5
  keep("1", "word", "team");
  keep("2", "word", "team/api");
  keep("3", "word", "team/api/v1");
  keep("4", "word", "team-b");
  keep("5", "word", "teams");
  EXPECT_EQ(recalled("word").size(), 5U);
  const std::pair<const char*, Strings> cases[] = {{"team", {"1"}},     {"team/*", {"1", "2", "3"}},
                                                   {"team/api", {"2"}}, {"team/api/*", {"2", "3"}},
                                                   {"tea/*", {}},       {"nowhere", {}},
                                                   {"TEAM", {}}};
  for (const auto& [name_space, expected] : cases) {
    EXPECT_THAT(recalled("word", in(name_space)), ::testing::UnorderedElementsAreArray(expected))
        << name_space;
    EXPECT_THAT(searched("word", in(name_space)), ::testing::UnorderedElementsAreArray(expected))
        << name_space;
    EXPECT_THAT(listed(in(name_space)), ::testing::UnorderedElementsAreArray(expected))
        << name_space;
  }
}

TEST_F(Recall, EveryTagMustFit) {
  const std::pair<const char*, Strings> tags[] = {
      {"1", {"a", "b"}}, {"2", {"a"}}, {"3", {"b", "a", "c"}}, {"4", {"ab"}}, {"5", {}}};
  for (const auto& [title, its] : tags) {
    Draft given = draft(title, "word");
    given.tags = its;
    keep(given);
  }
  Filter filter;
  filter.tags = {"a"};
  EXPECT_THAT(recalled("word", filter), UnorderedElementsAre("1", "2", "3"));
  filter.tags = {"a", "b"};
  EXPECT_THAT(recalled("word", filter), UnorderedElementsAre("1", "3"));
  EXPECT_THAT(searched("word", filter), UnorderedElementsAre("1", "3"));
  EXPECT_THAT(listed(filter), UnorderedElementsAre("1", "3"));
  filter.tags = {"A"};
  EXPECT_THAT(recalled("word", filter), IsEmpty());
}

TEST_F(Recall, SinceAndUntilAreAboutCreation) {
  std::vector<Time> times;
  for (const char* title : {"1", "2", "3"}) {
    Draft given = draft(title, "word");
    given.tier = Tier::long_term;
    keep(given);
    times.push_back(clock_.now());
    clock_.advance(day);
  }
  Filter filter;
  filter.since = times[1];
  EXPECT_THAT(recalled("word", filter), UnorderedElementsAre("2", "3"));
  EXPECT_THAT(listed(filter), UnorderedElementsAre("2", "3"));
  filter.until = times[1];
  EXPECT_THAT(searched("word", filter), ElementsAre("2"));
  filter.since.reset();
  EXPECT_THAT(searched("word", filter), UnorderedElementsAre("1", "2"));
  filter.since = times[2];
  EXPECT_THAT(searched("word", filter), IsEmpty());
}

// So many are in the range that each candidate is checked by itself.
TEST_F(Recall, RangesOfManyMemoriesHoldToo) {
  constexpr int many = 1'000;
  for (int i = 0; i < many; ++i) keep(draft("early " + std::to_string(i), "other"));
  keep(draft("in time", "word"));
  Filter filter;
  filter.until = clock_.now();
  clock_.advance(day);
  for (int i = 0; i < 20; ++i) keep(draft("late " + std::to_string(i), "word word"));
  EXPECT_THAT(searched("word", filter), ElementsAre("in time"));
  filter.since = std::exchange(filter.until, std::nullopt);
  EXPECT_THAT(searched("word", filter), Contains("in time"));
}

TEST_F(Recall, ATimeThatNoMemorySaysIsNoDoubt) {  // V5
  const auto score = [&](const std::string& question) {
    Query query;
    query.text = question;
    const auto hits = must(recall(*engine_, query)).hits;
    return hits.empty() ? 0 : hits.front().score.total;
  };
  keep("Team", "Lead is Ann");
  const double plain = score("who was lead");
  for (const char* time :
       {" in june 2025", " on 2025-06-11", " three weeks ago", " in November 2024?"})
    EXPECT_NEAR(score("who was lead" + std::string(time)), plain, 0.1) << time;
}

TEST_F(Recall, Tiers) {
  for (const Tier tier : {Tier::short_term, Tier::mid_term, Tier::long_term}) {
    Draft given = draft(std::string(name_of(tier)), "word");
    given.tier = tier;
    keep(given);
  }
  Filter filter;
  filter.tiers = {Tier::long_term};
  EXPECT_THAT(recalled("word", filter), ElementsAre("long"));
  EXPECT_THAT(searched("word", filter), ElementsAre("long"));
  EXPECT_THAT(listed(filter), ElementsAre("long"));
}

TEST_F(Recall, HidesWhatHasExpired) {
  Draft given = draft("1", "word");
  given.ttl_secs = 60;
  const auto id = id_of(given);
  clock_.advance(59s);
  EXPECT_THAT(recalled("word"), ElementsAre("1"));
  clock_.advance(1s);
  EXPECT_THAT(recalled("word"), IsEmpty());
  EXPECT_THAT(recalled(id), IsEmpty());
  EXPECT_THAT(searched("word"), IsEmpty());
  EXPECT_THAT(listed(), IsEmpty());
  EXPECT_THAT(titles(must(session_start(*engine_, "", 10)).hits), IsEmpty());
  EXPECT_TRUE(there(id));  // get still finds it (wire.md 1.5)
}

TEST_F(Recall, LimitsAndFiltersTogether) {
  for (int i = 0; i < 40; ++i) {
    Draft given = draft(std::to_string(i), "word number " + std::to_string(i));
    given.tags = i % 4 == 0 ? Strings{"fourth"} : Strings{};
    keep(given);
  }
  Filter filter;
  filter.tags = {"fourth"};
  EXPECT_EQ(recalled("word", filter, 7).size(), 7U);
  EXPECT_EQ(recalled("word", filter, 50).size(), 10U);
  EXPECT_THAT(recalled("word", filter, 0), IsEmpty());
  EXPECT_THAT(searched("word", filter, 0), IsEmpty());
}

TEST_F(Recall, ListIsByPriorityThenNewestChange) {
  for (const auto& [title, priority] : {std::pair{"a", 5}, std::pair{"b", 9}, std::pair{"c", 5}}) {
    Draft given = draft(title);
    given.priority = priority;
    keep(given);
    clock_.advance(1s);
  }
  EXPECT_THAT(listed(), ElementsAre("b", "c", "a"));
  EXPECT_THAT(titles(must(list(*engine_, {}, 1, 1))), ElementsAre("c"));
}

TEST_F(Recall, AListOfSeveralNamespacesIsInOneOrder) {
  int number = 0;
  for (const auto& [name_space, priority] :
       {std::pair{"p/a", 5}, std::pair{"p/b", 9}, std::pair{"p", 5}, std::pair{"p/a", 9},
        std::pair{"p/b", 1}, std::pair{"q", 10}}) {
    Draft given = draft(std::to_string(++number));
    given.name_space = name_space;
    given.priority = priority;
    keep(given);
    clock_.advance(1s);
  }
  EXPECT_THAT(titles(must(list(*engine_, in("p/*"), 10, 0))), ElementsAre("4", "2", "3", "1", "5"));
  EXPECT_THAT(titles(must(list(*engine_, in("p/*"), 2, 1))), ElementsAre("2", "3"));
  EXPECT_THAT(titles(must(list(*engine_, in("p/*"), 2, 5))), IsEmpty());
}

TEST_F(Recall, AListGoesOnOnlyAfterAPlaceOfAnEarlierReply) {
  keep("a");
  keep("b");
  const Memory first = must(list(*engine_, {}, 1, 0)).front();
  EXPECT_EQ(titles(must(list_after(*engine_, {}, 5, place_of(first)))).size(), 1U);
  for (const std::string& place :
       {std::string(), std::string("1"), std::string("1_2"), std::string("1_2_"),
        std::string("1-2-3"), place_of(first) + "xyz", place_of(first) + "_"}) {
    const auto refused = list_after(*engine_, {}, 5, place);
    ASSERT_FALSE(refused) << place;
    EXPECT_EQ(refused.error().field, "after");
  }
}

}  // namespace
}  // namespace aim::engine
