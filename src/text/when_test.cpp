#include "text/when.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"

namespace aim::text {
namespace {

Time noon(std::string_view date) {
  return parse_rfc3339(std::string(date) + "T12:00:00Z", "date")->time;
}

struct Case {
  const char *query, *time;
  double fit;
};

// Now is Wednesday, 2026-11-18.
void expect_fits(std::initializer_list<Case> cases, std::string_view now = "2026-11-18") {
  for (const Case& each : cases) {
    const auto when = when_of(each.query, noon(now));
    EXPECT_EQ(when ? when->fit(noon(each.time)) : 0, each.fit) << each.query << " | " << each.time;
  }
}

void expect_no_date(std::initializer_list<const char*> queries) {
  for (const char* query : queries) EXPECT_FALSE(when_of(query, noon("2026-11-18"))) << query;
}

TEST(When, ADayIsToldOfWithinAWeek) {
  expect_fits({
      {"What did we decide on 5 July 2023?", "2023-07-04", 0.5},
      {"What did we decide on 5 July 2023?", "2023-07-05", 1},
      {"What did we decide on 5 July 2023?", "2023-07-12", 1},
      {"What did we decide on 5 July 2023?", "2023-07-13", 0.5},
      {"What did we decide on 5 July 2023?", "2023-08-01", 0},
      {"What did we decide on 5 July 2023?", "2022-07-05", 0},
      {"on 28 July 2023", "2023-08-04", 1},
      {"on 28 July 2023", "2023-08-05", 0},
      {"on 31 June 2023", "2023-06-10", 1},  // no such day: the month is meant
  });
}

TEST(When, ADayIsWrittenInManyWays) {
  for (const char* query :
       {"July 5th, 2023", "July 5, 2023", "Jul. 5 2023", "the 5th of July 2023", "5 july 2023",
        "July the 5th, 2023", "2023-07-05", "(2023-07-05)", "at 2023-07-05T10:00:00Z?", "2023/7/5",
        "5-Jul-2023", "July 5,2023", "5th of July, 2023's", "Wednesday, 5 July, 2023",
        "5\u00A0July\u00A02023", "\u201CJuly 5, 2023\u201D", "JULY 5 2023", "5 July of 2023"})
    expect_fits({{query, "2023-07-05", 1}, {query, "2023-07-13", 0.5}, {query, "2022-07-05", 0}});
  expect_fits({{"July 5-7, 2023", "2023-07-14", 1},
               {"July 5\u20137, 2023", "2023-07-15", 0.5},
               {"5-7 July 2023", "2023-07-05", 1}});
}

TEST(When, SlashesCountWhereTheyMeanTheSameToEverybody) {
  expect_fits({{"13/7/2023", "2023-07-13", 1},
               {"7/13/2023", "2023-07-13", 1},
               {"5/5/2023", "2023-05-05", 1}});
  expect_no_date(
      {"5/7/2023", "13/13/2023", "30/2/2023", "1/2/23", "1/2", "2023/13/01", "0/1/2023"});
}

TEST(When, ADayWithoutAYearIsOfAnyYear) {
  expect_fits({{"on July 5", "2023-07-05", 1},
               {"on July 5", "1999-07-12", 1},
               {"on July 5", "2023-07-13", 0.5},
               {"on July 5", "2023-08-05", 0},
               {"on 28 December", "2024-01-04", 1},
               {"on 28 December", "2024-01-05", 0},
               {"on February 29th", "2024-03-07", 1},
               {"on February 29th", "2023-03-01", 0},
               {"on February 29th", "2023-02-10", 0.5}});
}

TEST(When, AMonthIsTheWholeMonth) {
  expect_fits({{"in May 2023", "2023-05-01", 1},
               {"in May 2023", "2023-05-31", 1},
               {"in May 2023", "2023-06-01", 0},
               {"in May 2023", "2022-05-15", 0},
               {"in May", "2022-05-15", 1},
               {"in May", "2022-06-15", 0},
               {"2023-05", "2023-05-15", 1},
               {"the May trip", "2022-05-15", 1},
               {"in Dec", "2022-12-15", 1},
               {"dec 2022", "2022-12-15", 1},
               {"Sept 2022", "2022-09-15", 1},
               {"May of 2023", "2023-05-15", 1},
               {"May last year", "2025-05-15", 1},
               {"May last year", "2026-05-15", 0},
               {"mid-May 2023", "2023-05-15", 1}});
}

TEST(When, OneYearMayServeTwoMonths) {
  for (const char* query :
       {"between May and June 2023", "May-June 2023", "from 5 May to 6 June 2023"})
    expect_fits({{query, "2023-05-06", 1}, {query, "2023-06-07", 1}, {query, "2022-05-06", 0}});
}

TEST(When, MayAndMarchNeedACapitalOrANumber) {
  expect_no_date({"what may happen", "May I ask you something", "March on!", "how may I help",
                  "Was it so. May we go?", "they march to work", "WHAT MAY BE"});
  expect_fits({{"may 5", "2023-05-05", 1},
               {"5 may", "2023-05-05", 1},
               {"May 2023 was", "2023-05-20", 1},
               {"march 2023", "2023-03-20", 1},
               {"plans for March", "2023-03-20", 1}});
}

TEST(When, SeasonsNeedAYear) {
  expect_fits({{"summer 2021", "2021-06-01", 1},
               {"in the summer of 2021", "2021-08-31", 1},
               {"summer 2021", "2021-09-01", 0},
               {"spring 2021", "2021-03-01", 1},
               {"fall 2021", "2021-11-30", 1},
               {"winter 2021", "2021-02-28", 1},
               {"winter 2021", "2020-12-01", 1},
               {"winter 2021", "2022-01-15", 1},
               {"winter 2021", "2021-03-01", 0},
               {"summer last year", "2025-07-01", 1}});
  expect_no_date({"in summer", "did it fall", "the spring framework", "next summer"});
}

TEST(When, AYearIsHalf) {
  expect_fits({{"in 2023", "2023-01-01", 0.5},
               {"in 2023", "2023-12-31", 0.5},
               {"in 2023", "2024-01-01", 0},
               {"What happened in 2023?", "2023-05-01", 0.5},
               {"In 2023, who came?", "2023-05-01", 0.5},
               {"the end of 2023", "2023-05-01", 0.5},
               {"from 2021 to 2023", "2023-05-01", 0.5},
               {"late 2023", "2023-05-01", 0.5},
               {"mid-2023", "2023-05-01", 0.5},
               {"in 2023 we moved", "2023-05-01", 0.5},
               {"in 2023 was", "2023-05-01", 0.5}});
}

TEST(When, NumbersAreNotDates) {
  expect_no_date({"1999 units",
                  "of 1999 units",
                  "in 2000 ms",
                  "by 2000 points",
                  "version 2023.1.4",
                  "in 2023.1.4",
                  "port 2023",
                  "localhost:2023",
                  ":2023",
                  "in :2023",
                  "foo-2023-bar",
                  "foo-2023-07-05",
                  "CVE-2023-1234",
                  "v2023",
                  "#2023",
                  "1,999 units",
                  "issue 2023",
                  "2023-13",
                  "2023-00-05",
                  "2023-07-00",
                  "2023-02-30",
                  "2023-07-05.log",
                  "in 1024",
                  "in 20230",
                  "2023",
                  "a second opinion",
                  "on second thought",
                  "the 5th element",
                  "two seconds ago",
                  "0.5 days ago",
                  "1990s",
                  "in 2023%"});
}

TEST(When, DaysAgo) {
  expect_fits({{"today", "2026-11-18", 1},
               {"today", "2026-11-17", 0},
               {"this morning", "2026-11-18", 1},
               {"Yesterday's standup", "2026-11-17", 1},
               {"yesterday\u2019s standup", "2026-11-18", 1},
               {"yesterday", "2026-11-16", 0},
               {"last night", "2026-11-17", 1},
               {"three days ago", "2026-11-13", 0},
               {"three days ago", "2026-11-14", 1},
               {"three days ago", "2026-11-16", 1},
               {"three days ago", "2026-11-17", 0},
               {"a day ago", "2026-11-18", 1},
               {"20 days ago", "2026-10-27", 1},  // the 29th, two days around it
               {"twenty days ago", "2026-10-31", 1},
               {"20 days ago", "2026-11-01", 0},
               {"the day before yesterday", "2026-11-15", 1},
               {"the day before yesterday", "2026-11-18", 0},
               {"a few days ago", "2026-11-15", 1},
               {"an hour ago", "2026-11-18", 1},
               {"14 hours ago", "2026-11-17", 1}});
}

TEST(When, WeeksMonthsAndYearsAgo) {
  expect_fits({{"last week", "2026-11-08", 0},
               {"last week", "2026-11-09", 1},
               {"last week", "2026-11-17", 1},
               {"last week", "2026-11-18", 0},
               {"two weeks ago", "2026-10-30", 0},
               {"two weeks ago", "2026-10-31", 1},
               {"two weeks ago", "2026-11-10", 1},
               {"a couple of weeks ago", "2026-11-11", 0},
               {"the week before last", "2026-11-04", 1},
               {"this week", "2026-11-16", 1},
               {"this week", "2026-11-15", 0},
               {"last month", "2026-10-01", 1},
               {"last month", "2026-09-30", 0},
               {"12 months ago", "2025-11-30", 1},
               {"this month", "2026-11-02", 1},
               {"last year", "2025-06-01", 0.5},
               {"last year", "2026-01-01", 0},
               {"two years ago", "2024-12-31", 0.5},
               {"this year", "2026-02-01", 0.5}});
}

TEST(When, TheLatestThatIsOver) {
  expect_fits({{"last Friday", "2026-11-13", 1},    {"last friday?", "2026-11-15", 1},
               {"last Friday", "2026-11-16", 0},    {"last Wednesday", "2026-11-11", 1},
               {"last Wednesday", "2026-11-18", 0}, {"last weekend", "2026-11-14", 1},
               {"last weekend", "2026-11-17", 1},   {"last weekend", "2026-11-13", 0},
               {"last May", "2026-05-31", 1},       {"last May", "2025-05-31", 0},
               {"last November", "2025-11-10", 1},  {"last November", "2026-11-10", 0},
               {"last July 5", "2026-07-05", 1},    {"last December 5", "2025-12-05", 1},
               {"last summer", "2026-07-01", 1},    {"last fall", "2025-10-01", 1},
               {"last fall", "2026-10-01", 0},      {"last winter", "2026-01-15", 1},
               {"last winter", "2024-12-15", 0},    {"this June", "2026-06-15", 1},
               {"this June", "2025-06-15", 0},      {"last May 2024", "2024-05-15", 1}});
  expect_fits({{"last winter", "2024-12-15", 1}, {"last winter", "2025-12-15", 0}}, "2026-01-20");
}

TEST(When, ThePastSoManyDays) {
  expect_fits({{"the last 3 days", "2026-11-15", 1},
               {"the last 3 days", "2026-11-14", 0},
               {"in the past week", "2026-11-11", 1},
               {"over the past two months", "2026-09-20", 1},
               {"the last few weeks", "2026-10-28", 1},
               {"the past year", "2026-02-01", 0.5}});
}

TEST(When, VagueAndFutureTimesAreNone) {
  expect_no_date({"recently", "long ago", "a long time ago", "next week", "next May", "next Friday",
                  "at last", "the last time", "last minute", "half a year ago", "the past",
                  "days ago", "0 days ago", "99999 days ago", "300 years ago", "", " ", "?"});
}

TEST(When, ThePartsOfAPhraseStandTogether) {
  expect_no_date({"three days. Ago", "last. Week", "He may. 5 people"});
  expect_fits({{"July. 2023", "2022-07-05", 1}});
}

TEST(When, SeveralDatesAreAlternatives) {
  expect_fits({{"in May 2023 or yesterday", "2023-05-05", 1},
               {"in May 2023 or yesterday", "2026-11-17", 1},
               {"in 2023, say in May 2023", "2023-05-05", 1},
               {"in 2023, say in May 2023", "2023-06-05", 0.5}});
}

TEST(When, OnlySoManyDatesAreLookedAt) {
  std::string query;
  for (int day = 1; day <= 20; ++day) query += std::to_string(day) + " May 2023, ";
  const auto when = when_of(query, noon("2026-11-18"));
  ASSERT_TRUE(when);
  EXPECT_EQ(when->fit(noon("2023-05-08")), 1);
  EXPECT_EQ(when->fit(noon("2023-05-20")), 0.5);
}

TEST(When, DaysAreUtcs) {
  const auto when = when_of("in May 2023", noon("2026-11-18"));
  EXPECT_EQ(when->fit(parse_rfc3339("2023-05-31T23:59:59.999999999Z", "time")->time), 1);
  EXPECT_EQ(when->fit(parse_rfc3339("2023-05-31T23:00:00-01:00", "time")->time), 0);
}

TEST(When, WordsOfTimesAreThoseThatNameThem) {
  EXPECT_EQ(words_of_times("Who was lead in June 2025?"), "june 2025 ");
  EXPECT_EQ(words_of_times("what broke on 2025-06-11, three weeks ago"),
            "2025-06-11 three weeks ago ");
  EXPECT_EQ(words_of_times("may I march on 1999 units"), "");
  EXPECT_EQ(words_of_times("since Monday, the day before yesterday"),
            "monday day before yesterday ");
  EXPECT_EQ(words_of_times("over the weekend, by the end of October"), "weekend end october ");
  EXPECT_EQ(words_of_times("in week 47, at 10:30"), "week 47 10:30 ");
  EXPECT_EQ(words_of_times("on 20.11.2026"), "20.11.2026 ");
  EXPECT_EQ(words_of_times("the end of the road at 10:300, week plan"), "");
}

}  // namespace
}  // namespace aim::text
