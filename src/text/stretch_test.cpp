#include "text/stretch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "base/timestamp.h"

namespace aim::text {
namespace {

// 2026-11-26 is a Thursday; eight hours ahead it is the next day already.
const Time now = parse_rfc3339("2026-11-26T18:30:00Z", "now")->time;

class Zone {
 public:
  explicit Zone(const char* name) {
    if (const char* before = std::getenv("TZ"))
      before_ = before;
    ::setenv("TZ", name, 1);
    ::tzset();
  }
  ~Zone() {
    before_.empty() ? ::unsetenv("TZ") : ::setenv("TZ", before_.c_str(), 1);
    ::tzset();
  }

 private:
  std::string before_;
};

std::string shown(std::string_view text, Side side = Side::past) {
  const auto stretch = parse_stretch(text, "since", now, side);
  if (!stretch)
    return stretch.error().message;
  const auto brief = [](Time time) { return format_rfc3339(time).substr(0, 19); };
  return stretch->first == stretch->last ? brief(stretch->first)
                                         : brief(stretch->first) + " " + brief(stretch->last);
}

TEST(Stretch, ReadsWordsAndDates) {
  const Zone utc("UTC");
  const std::pair<const char*, const char*> cases[] = {
      {"2026-11-21T10:00:00Z", "2026-11-21T10:00:00"},
      {"2026-11-21T10:00:00+02:00", "2026-11-21T08:00:00"},
      {"2026-11-21 10:00", "2026-11-21T10:00:00"},
      {"2026-11-21T10:00:00.5", "2026-11-21T10:00:00"},
      {"2026-11-21", "2026-11-21T00:00:00 2026-11-21T23:59:59"},
      {"2026-11", "2026-11-01T00:00:00 2026-11-30T23:59:59"},
      {"20.11.2026", "2026-11-20T00:00:00 2026-11-20T23:59:59"},
      {"Nov 20", "2026-11-20T00:00:00 2026-11-20T23:59:59"},
      {"20. November 2025", "2025-11-20T00:00:00 2025-11-20T23:59:59"},
      {"December", "2025-12-01T00:00:00 2025-12-31T23:59:59"},
      {"November", "2026-11-01T00:00:00 2026-11-30T23:59:59"},
      {"yesterday 10:00", "2026-11-25T10:00:00"},
      {"Nov 20 9:30", "2026-11-20T09:30:00"},
      {"7d", "2026-11-19T18:30:00"},
      {"2w", "2026-11-12T18:30:00"},
      {"36h", "2026-11-25T06:30:00"},
      {"1mo", "2026-10-26T18:30:00"},
      {"12 months ago", "2025-11-26T18:30:00"},
      {"3 days ago", "2026-11-23T18:30:00"},
      {"a week ago", "2026-11-19T18:30:00"},
      {"last 2 weeks", "2026-11-12T18:30:00 2026-11-26T18:30:00"},
      {"Yesterday", "2026-11-25T00:00:00 2026-11-25T23:59:59"},
      {"today", "2026-11-26T00:00:00 2026-11-26T23:59:59"},
      {"last week", "2026-11-16T00:00:00 2026-11-22T23:59:59"},
      {"this week", "2026-11-23T00:00:00 2026-11-29T23:59:59"},
      {"last month", "2026-10-01T00:00:00 2026-10-31T23:59:59"},
      {"last year", "2025-01-01T00:00:00 2025-12-31T23:59:59"},
      {"monday", "2026-11-23T00:00:00 2026-11-23T23:59:59"},
      {"last thursday", "2026-11-19T00:00:00 2026-11-19T23:59:59"},
      {"mon", "2026-11-23T00:00:00 2026-11-23T23:59:59"},
      {"last thu", "2026-11-19T00:00:00 2026-11-19T23:59:59"},
      {"last weekend", "2026-11-21T00:00:00 2026-11-22T23:59:59"},
      {"the day before yesterday", "2026-11-24T00:00:00 2026-11-24T23:59:59"},
      {"a few days ago", "2026-11-23T18:30:00"},
      {"a couple of weeks ago", "2026-11-12T18:30:00"},
      {"5m ago", "2026-11-26T18:25:00"},
      {"just now", "2026-11-26T18:30:00"},
      {"last November", "2025-11-01T00:00:00 2025-11-30T23:59:59"},
      {"last May", "2026-05-01T00:00:00 2026-05-31T23:59:59"},
      {"this may", "2026-05-01T00:00:00 2026-05-31T23:59:59"},
      {"next november", "2027-11-01T00:00:00 2027-11-30T23:59:59"},
      {"2025", "2025-01-01T00:00:00 2025-12-31T23:59:59"},
      {"2026/11/21", "2026-11-21T00:00:00 2026-11-21T23:59:59"},
      {" 2026-11-21 ", "2026-11-21T00:00:00 2026-11-21T23:59:59"},
      {"2026-11-21T10:00Z", "2026-11-21T10:00:00"},
      {"2026-11-21T10:00:00+0130", "2026-11-21T08:30:00"},
      {"2026-11-21 10:00:00.25 -05:00", "2026-11-21T15:00:00"},
      {"2026-11-21T10:00+01", "2026-11-21T09:00:00"},
  };
  for (const auto& [text, wanted] : cases) EXPECT_EQ(shown(text), wanted) << text;
}

TEST(Stretch, LooksForwardForAnExpiry) {
  const Zone utc("UTC");
  EXPECT_EQ(shown("7d", Side::future), "2026-12-03T18:30:00");
  EXPECT_EQ(shown("in 2 weeks", Side::future), "2026-12-10T18:30:00");
  EXPECT_EQ(shown("friday", Side::future), "2026-11-27T00:00:00 2026-11-27T23:59:59");
  EXPECT_EQ(shown("next month", Side::future), "2026-12-01T00:00:00 2026-12-31T23:59:59");
}

TEST(Stretch, WhatHasNoZoneIsLocal) {
  const Zone shanghai("CST-8");  // Windows knows no names of places
  EXPECT_EQ(shown("2026-11-26"), "2026-11-25T16:00:00 2026-11-26T15:59:59");
  EXPECT_EQ(shown("today"), "2026-11-26T16:00:00 2026-11-27T15:59:59");
  EXPECT_EQ(shown("2026-11-26 09:00"), "2026-11-26T01:00:00");
  EXPECT_EQ(local_time(now), "2026-11-27 02:30 +08:00");
  EXPECT_EQ(shown(local_time(now)), "2026-11-26T18:30:00");
  EXPECT_EQ(local_second(now), "2026-11-27 02:30:00 +08:00");
  EXPECT_EQ(shown(local_second(now)), "2026-11-26T18:30:00");
}

TEST(Stretch, TakesDatesBeyondTheRange) {
  const Zone utc("UTC");
  for (const char* text : {"9999-12-31", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59"})
    EXPECT_EQ(parse_stretch(text, "until", now, Side::past)->last, Time::max()) << text;
  EXPECT_EQ(parse_stretch("0001-01-01", "since", now, Side::past)->first, Time::min());
}

TEST(Stretch, RefusesTheRest) {
  for (const char* text : {"",
                           "soon",
                           "7",
                           "7x",
                           "d7",
                           "2026-13-01",
                           "2026-02-30",
                           "2026-11-21T25:00",
                           "2026-11-21T10:00:00 +1",
                           "last",
                           "last 99999999 days",
                           "Feb 30",
                           "31.2.2026",
                           "0000",
                           "2026/11-21",
                           "2026-11-21T10:00+1",
                           "2026-11-21T10:00+25:00",
                           "mo",
                           "last week 10:00",
                           "yesterday 25:00",
                           "Nov 20 2026 7",
                           "May May"}) {
    const auto stretch = parse_stretch(text, "since", now, Side::past);
    ASSERT_FALSE(stretch) << text;
    EXPECT_EQ(stretch.error().field, "since");
  }
}

}  // namespace
}  // namespace aim::text
