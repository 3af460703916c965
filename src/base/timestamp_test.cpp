#include "base/timestamp.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace aim {
namespace {

using namespace std::literals;

TEST(Timestamp, PrintsNanosecondsInUtc) {
  const struct {
    std::int64_t nanoseconds;
    std::string_view expected;
  } rows[] = {
      {0, "1970-01-01T00:00:00.000000000+00:00"},
      {1'795'228'877'317'578'968, "2026-11-21T02:41:17.317578968+00:00"},
      {-1, "1969-12-31T23:59:59.999999999+00:00"},
      {951'782'400'000'000'001, "2000-02-29T00:00:00.000000001+00:00"},
      {std::numeric_limits<std::int64_t>::max(), "2262-04-11T23:47:16.854775807+00:00"},
      {std::numeric_limits<std::int64_t>::min(), "1677-09-21T00:12:43.145224192+00:00"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(format_rfc3339(time_from_nanoseconds(row.nanoseconds)), row.expected);
    EXPECT_EQ(at(time_from_nanoseconds(row.nanoseconds)).text(), row.expected);
    EXPECT_EQ(at(time_from_nanoseconds(row.nanoseconds)).nanoseconds(), row.nanoseconds);
  }
}

TEST(Timestamp, ReadsEveryFormOfRfc3339) {
  const struct {
    std::string_view text;
    std::string_view expected;
  } rows[] = {
      {"2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000000000+00:00"},
      {"2026-11-21t10:00:00z", "2026-11-21T10:00:00.000000000+00:00"},
      {"2026-11-21 10:00:00Z", "2026-11-21T10:00:00.000000000+00:00"},
      {"2026-11-21T10:00:00+00:00", "2026-11-21T10:00:00.000000000+00:00"},
      {"2026-11-21T10:00:00-00:00", "2026-11-21T10:00:00.000000000+00:00"},
      {"2026-11-21T10:00:00.5Z", "2026-11-21T10:00:00.500000000+00:00"},
      {"2026-11-21T10:00:00.000000001Z", "2026-11-21T10:00:00.000000001+00:00"},
      {"2026-11-21T00:30:00+01:00", "2026-11-20T23:30:00.000000000+00:00"},
      {"2026-12-31T23:30:00-05:30", "2027-01-01T05:00:00.000000000+00:00"},
      {"2026-11-21T10:00:00+23:59", "2026-11-20T10:01:00.000000000+00:00"},
      {"2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000000000+00:00"},
      {"2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000000000+00:00"},
      {"1678-01-01T00:00:00+23:59", "1677-12-31T00:01:00.000000000+00:00"},
      {"2261-12-31T23:59:59.999999999-23:59", "2262-01-01T23:58:59.999999999+00:00"},
  };
  for (const auto& row : rows) {
    const auto read = parse_rfc3339(row.text, "expires_at");
    ASSERT_TRUE(read) << row.text;
    EXPECT_EQ(format_rfc3339(read->time), row.expected) << row.text;
    EXPECT_EQ(read->given, row.text);
    EXPECT_EQ(read->text(), row.text);
  }
}

TEST(Timestamp, KeepsNoTextOfWhatIsCanonical) {
  const auto read = parse_rfc3339("2026-11-21T02:41:13.317578968+00:00", "expires_at");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->given, "");
  EXPECT_EQ(read->text(), "2026-11-21T02:41:13.317578968+00:00");
  EXPECT_EQ(*read, at(read->time));
}

TEST(Timestamp, RefusesEverythingElse) {
  const std::string_view texts[] = {
      "",
      " ",
      "tomorrow",
      "1700000000",
      "2026-11-21",                       // a date alone
      "2026-11-21T10:00:00",              // no zone
      "2026-11-21T10:00Z",                // no seconds
      "2026-11-21T10Z",                   //
      "2026-11-21T10:00:00.Z",            // a point without decimals
      "2026-11-21T10:00:00.0000000001Z",  // ten decimals
      "2026-11-21T10:00:00,5Z",           //
      "2026-11-21T10:00:00ZZ",            //
      "2026-11-21T10:00:00Z ",            //
      " 2026-11-21T10:00:00Z",            //
      "2026-11-21T10:00:00 Z",            //
      "2026-11-21  10:00:00Z",            //
      "2026-11-21_10:00:00Z",             //
      "2026-11-21T10:00:00+0100",         // offsets have a colon
      "2026-11-21T10:00:00+01",           //
      "2026-11-21T10:00:00+1:00",         //
      "2026-11-21T10:00:00+24:00",        //
      "2026-11-21T10:00:00+01:60",        //
      "2026-11-21T10:00:00+-1:00",        //
      "2026-11-21T10:00:00UTC",           //
      "2026-11-21T24:00:00Z",             //
      "2026-11-21T23:60:00Z",             //
      "2026-12-31T23:59:60Z",             // a leap second
      "2026-00-21T10:00:00Z",             //
      "2026-13-21T10:00:00Z",             //
      "2026-11-00T10:00:00Z",             //
      "2026-11-31T10:00:00Z",             // November has 30 days
      "2026-02-29T10:00:00Z",             // no leap year
      "2100-02-29T10:00:00Z",             // nor this
      "2026-1-21T10:00:00Z",              //
      "26-11-21T10:00:00Z",               //
      "+2026-11-21T10:00:00Z",            //
      "-2026-11-21T10:00:00Z",            //
      "1677-12-31T10:00:00Z",             // does not fit
      "2262-01-01T10:00:00Z",             //
      "9999-12-31T23:59:59Z",             //
      "0000-01-01T00:00:00Z",             //
      "2026/11/21T10:00:00Z",             //
      "2026-W47-6T10:00:00Z",             //
      "２０２６-11-21T10:00:00Z",         // digits of another script
      "2026-11-21T10:00:00\xE2\x88\x92"
      "01:00",                     // another character instead of a minus sign
      "2026-11-21T10:00:00Z\0"sv,  //
      "\xFF",
  };
  for (const auto text : texts) {
    const auto read = parse_rfc3339(text, "expires_at");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Code::validation_failed);
    EXPECT_EQ(read.error().field, "expires_at");
  }
}

TEST(Timestamp, SaysWhatItWantsAndWhatItGot) {
  EXPECT_EQ(parse_rfc3339("tomorrow", "expires_at").error().message,
            "expires_at must be a date and time such as 2026-11-21T10:00:00Z; got \"tomorrow\"");
  EXPECT_EQ(
      parse_date_or_time("tomorrow", "since").error().message,
      "since must be a date such as 2026-11-21 or a date and time such as 2026-11-21T10:00:00Z; "
      "got \"tomorrow\"");
  EXPECT_EQ(parse_rfc3339(std::string(1'000, 'x'), "since").error().message,
            "since must be a date and time such as 2026-11-21T10:00:00Z; got \"" +
                std::string(60, 'x') + "…\"");
}

TEST(Timestamp, FiltersTakePlainDates) {
  const struct {
    std::string_view text;
    std::string_view expected;
  } rows[] = {
      {"2026-01-01", "2026-01-01T00:00:00.000000000+00:00"},
      {"2024-02-29", "2024-02-29T00:00:00.000000000+00:00"},
      {"2026-01-01T10:00:00Z", "2026-01-01T10:00:00.000000000+00:00"},
  };
  for (const auto& row : rows) {
    const auto read = parse_date_or_time(row.text, "since");
    ASSERT_TRUE(read) << row.text;
    EXPECT_EQ(format_rfc3339(read->time), row.expected);
    EXPECT_EQ(read->text(), row.text);
  }
  for (const auto text :
       {"", "2026", "2026-01", "2026-01-32", "2026-02-29", "2026-01-01T", "2026-01-01 ",
        "2026-01-01Z", "20260101", "01/02/2026", "2026-01-01T10:00:00"})
    EXPECT_FALSE(parse_date_or_time(text, "since")) << text;
}

TEST(Timestamp, ReadsWhatOtherProgramsWrite) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"2025-11-25T09:00:00+01:00", "2025-11-25T08:00:00"},
      {"2025-11-25 09:00:00", "2025-11-25T09:00:00"},
      {"2025-11-25T09:00:00.250", "2025-11-25T09:00:00"},
      {"2025-11-25 09:00:00,250", "2025-11-25T09:00:00"},
      {"2025-11-25 09:00", "2025-11-25T09:00:00"},
      {"2025-11-25", "2025-11-25T00:00:00"},
      {"2025-11-25T09:00:00+0000", "2025-11-25T09:00:00"},
      {"2025-11-25 09:00:00 -0130", "2025-11-25T10:30:00"},
      {"2025-11-25 09:00:00+00", "2025-11-25T09:00:00"},
      {"2025-11-25T09:00+02:00", "2025-11-25T07:00:00"},
      {"2025-11-25 9:00", "2025-11-25T09:00:00"},
      {"2025-11-25 09:00:00 UTC", "2025-11-25T09:00:00"},
      {"25.11.2025", "2025-11-25T00:00:00"},
      {"5.1.2025, 9:30", "2025-01-05T09:30:00"},
      {"2025/11/25 09:00:00", "2025-11-25T09:00:00"},
      {"20251125T090000Z", "2025-11-25T09:00:00"},
      {"20251125T0900", "2025-11-25T09:00:00"},
      {"Tue, 25 Nov 2025 09:00:00 GMT", "2025-11-25T09:00:00"},
      {"Tue, 25 Nov 2025 09:00:00 +0100", "2025-11-25T08:00:00"},
      {"25 November 2025", "2025-11-25T00:00:00"},
      {"Nov 5, 2025 09:00", "2025-11-05T09:00:00"},
      {"1764061200", "2025-11-25T09:00:00"},
      {"1764061200.5", "2025-11-25T09:00:00"},
      {"1764061200250", "2025-11-25T09:00:00"}};
  for (const auto& [text, read] : cases) {
    const auto time = parse_foreign_time(text, "created_at");
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(format_rfc3339(time->time).substr(0, 19), read) << text;
  }
  for (const std::string_view text : {"", "yesterday", "2025", "20251125", "31.2.2025",
                                      "2025-11-25T", "03/04/2025", "Marketing 12, 2025", "25.11.25",
                                      "10.0.0.1", "2025-11-25T09:00:00 CET", "-5", "1e300", "nan"})
    EXPECT_FALSE(parse_foreign_time(text, "created_at")) << text;
}

TEST(Timestamp, ReadsWhatItPrints) {
  const auto first = parse_rfc3339("1678-01-01T00:00:00Z", "t")->nanoseconds();
  const auto last = parse_rfc3339("2261-12-31T23:59:59Z", "t")->nanoseconds();
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same each run
  std::uniform_int_distribution<std::int64_t> any(first, last);
  for (int i = 0; i < 10'000; ++i) {
    const Time time = time_from_nanoseconds(any(random));
    const auto read = parse_rfc3339(format_rfc3339(time), "t");
    ASSERT_TRUE(read) << format_rfc3339(time);
    ASSERT_EQ(*read, at(time)) << format_rfc3339(time);
  }
}

}  // namespace
}  // namespace aim
