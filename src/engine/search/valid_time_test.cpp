#include "engine/search/valid_time.h"

#include "engine/engine_testing.h"
#include "engine/relate.h"
#include "engine/search/recall.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty;

Time date(std::string_view text) {
  return must(parse_date_or_time(text, "date")).time;
}

Memory fact(std::optional<std::string> from, std::optional<std::string> until) {
  Memory memory;
  if (from)
    memory.valid_from = at(date(*from));
  if (until)
    memory.valid_until = at(date(*until));
  return memory;
}

TEST(ValidTime, IsThatOfTheQuestionElseNow) {
  const Time now = date("2026-11-26");
  const auto spring = fact("2026-03-01", "2026-05-31"), since = fact("2026-06-01", {});
  for (const char* question : {"", "which database", "which database do we use now"}) {
    EXPECT_FALSE(ValidTime(question, now).holds(spring)) << question;
    EXPECT_TRUE(ValidTime(question, now).holds(since)) << question;
    EXPECT_TRUE(ValidTime(question, now).holds(Memory())) << question;
    EXPECT_FALSE(ValidTime(question, now).is_of_named_time(since)) << question;
  }
  for (const char* question :
       {"which database in April", "which database in April 2026", "and on 2026-04-05?"}) {
    EXPECT_TRUE(ValidTime(question, now).is_of_named_time(spring)) << question;
    EXPECT_FALSE(ValidTime(question, now).holds(since)) << question;
    EXPECT_FALSE(ValidTime(question, now).is_of_named_time(Memory())) << question;
  }
  EXPECT_FALSE(ValidTime("in April 2025", now).holds(spring));
  // A day is that day alone.
  for (const char* question : {"which database on 2026-05-31", "which database on May 31st"}) {
    EXPECT_TRUE(ValidTime(question, now).holds(spring)) << question;
    EXPECT_FALSE(ValidTime(question, now).holds(since)) << question;
  }
  const auto week = fact("2026-11-16", "2026-11-22"), after = fact("2026-11-23", {});
  for (const char* question : {"which database last week", "which database last Friday"}) {
    EXPECT_TRUE(ValidTime(question, now).holds(week)) << question;
    EXPECT_FALSE(ValidTime(question, now).holds(after)) << question;
  }
  EXPECT_FALSE(ValidTime("which database yesterday", now).holds(fact("2026-11-26", {})));
}

TEST(ValidTime, SaysWhenAFormerFactHeld) {
  const ValidTime now(date("2026-11-26"));
  EXPECT_EQ(now.former(fact("2026-03-01", "2026-05-31")), "2026-03-01 to 2026-05-31");
  EXPECT_EQ(now.former(fact({}, "2026-05-31")), "until 2026-05-31");
  EXPECT_EQ(now.former(fact("2027-01-01", {})), "not before 2027-01-01");
  EXPECT_EQ(now.former(fact("2026-03-01", {})), "");
}

TEST(ValidTime, IsReadFromATextThatNamesItsBeginning) {
  const Time now = date("2026-11-26");
  const auto since = [&](std::string_view text) { return since_when(text, now); };
  EXPECT_EQ(since("Since May we use pnpm").date, "2026-05-01");
  EXPECT_EQ(since("Since May we use pnpm").phrase, "since May");
  EXPECT_EQ(since("We are on PostgreSQL 16 since March 2025.").date, "2025-03-01");
  EXPECT_EQ(since("In use since 2026-02-03, they say").date, "2026-02-03");
  for (const char* none : {"since we moved", "May I ask", "insince May", "since it may rain", ""})
    EXPECT_EQ(since(none).date, "") << none;
}

class Validity : public EngineTest {
 protected:
  std::string fact(const std::string& title, const std::string& content,
                   std::optional<std::string> from, std::optional<std::string> until = {}) {
    Draft one = draft(title, content);
    one.valid_from = std::move(from);
    one.valid_until = std::move(until);
    return id_of(one);
  }
};

TEST_F(Validity, RecallPrefersWhatHolds) {
  fact("Manager then", "the package manager of the shop is yarn", "2020-01-01", "2021-05-31");
  fact("Manager since", "the package manager of the shop is pnpm", "2021-06-01");
  EXPECT_THAT(recalled("package manager of the shop"),
              ElementsAre("Manager since", "Manager then"));
  EXPECT_THAT(recalled("package manager of the shop in March 2020"),
              ElementsAre("Manager then", "Manager since"));
  Query query;
  query.text = "package manager of the shop";
  const auto found = must(recall(*engine_, query));
  EXPECT_EQ(found.hits[0].memory.former, "");
  EXPECT_EQ(found.hits[1].memory.former, "2020-01-01 to 2021-05-31");
}

TEST_F(Validity, WhatIsSupersededEndsWhenTheNewerOneBegins) {
  const auto old = fact("Port then", "the port is 80", "2020-01-01");
  Draft newer = draft("Port since", "the port is 443");
  newer.valid_from = "2021-02-03";
  newer.supersedes = old;
  id_of(newer);
  ASSERT_TRUE(now(old).valid_until);
  EXPECT_EQ(now(old).valid_until, now(id_of(newer)).valid_from);
  const auto other = fact("Port later", "the port is 8443", {});
  must(add_link(*engine_, other, old, Relation::supersedes));
  EXPECT_EQ(now(old).valid_until->time, date("2021-02-03")) << "it had an end already";
  EXPECT_THAT(recalled("what was the port in March 2020").front(), "Port then");
}

TEST_F(Validity, AnEndBeforeTheBeginningIsRefused) {
  Draft wrong = draft("Port", "80");
  wrong.valid_from = "2021-01-02";
  wrong.valid_until = "2021-01-01";
  const auto stored = remember(*engine_, wrong);
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().field, "valid_until");
  wrong.valid_until = "whenever";
  EXPECT_EQ(remember(*engine_, wrong).error().field, "valid_until");
}

TEST_F(Validity, AStoreUnderTheTitleKeepsTheTimesUnlessTheFactIsOver) {
  const auto id = fact("Port", "80", "2020-01-01");
  id_of(draft("Port", "81"));
  EXPECT_TRUE(now(id).valid_from);
  Changes over;
  over.valid_until = {true, "2021-01-01"};
  must(update(*engine_, id, over));
  id_of(draft("Port", "82"));
  EXPECT_FALSE(now(id).valid_from);
  EXPECT_FALSE(now(id).valid_until);
}

}  // namespace
}  // namespace aim::engine
