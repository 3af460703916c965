// What holds for any question: a fit from 0 to 1, at any time.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "text/when.h"

namespace aim::text {
namespace {

rc::Gen<std::string> any_bytes() {
  return rc::gen::container<std::string>(
      rc::gen::map(rc::gen::inRange(0, 256), [](int byte) { return static_cast<char>(byte); }));
}

// Text that is likely to meet the rules.
rc::Gen<std::string> lively_text() {
  const auto part = rc::gen::elementOf(std::vector<std::string>{
      "last",       "this",    "past",      "ago",   "before",    "in",     "of",     "the",
      "and",        "to",      "a",         "two",   "twenty",    "couple", "few",    "half",
      "day",        "days",    "week",      "weeks", "month",     "year",   "years",  "hours",
      "weekend",    "Friday",  "May",       "may",   "March",     "Jul",    "july",   "December",
      "February",   "summer",  "winter",    "fall",  "2023",      "1900",   "2100",   "5",
      "31",         "29",      "5th",       "5-7",   "0",         "99999",  "36525",  "100",
      "2023-07-05", "2023-07", "13/7/2023", "today", "yesterday", "next",   "2023.1", "units",
      "night",      "morning"});
  const auto joint = rc::gen::elementOf(std::vector<std::string>{
      " ", " ", " ", ", ", ". ", "-", "/", "'s ", "\u2013", "(", ") ", "\xE2"});
  return rc::gen::map(rc::gen::container<std::vector<std::pair<std::string, std::string>>>(
                          rc::gen::pair(part, joint)),
                      [](const auto& parts) {
                        std::string text;
                        for (const auto& [word, after] : parts) text.append(word).append(after);
                        return text;
                      });
}

rc::Gen<Time> any_time() {
  const auto nanoseconds = rc::gen::oneOf(
      rc::gen::arbitrary<std::int64_t>(),
      rc::gen::inRange<std::int64_t>(1'500'000'000'000'000'000, 1'900'000'000'000'000'000),
      rc::gen::element(Time::min().time_since_epoch().count(),
                       Time::max().time_since_epoch().count()));
  return rc::gen::map(nanoseconds,
                      [](std::int64_t count) { return Time(std::chrono::nanoseconds(count)); });
}

void expect_sound(const std::string& query, Time now, Time time) {
  const auto when = when_of(query, now);
  if (!when)
    return;
  RC_ASSERT(!when->windows.empty() || !when->yearly.empty());
  RC_ASSERT(when->windows.size() + when->yearly.size() <= 2 * max_dates);
  const double fit = when->fit(time);
  RC_ASSERT(fit == 0 || fit == 0.5 || fit == 1);
  for (const When::Window& window : when->windows) RC_ASSERT(window.first <= window.last);
}

RC_GTEST_PROP(WhenProperty, AnyBytesAreAQuestion, ()) {
  expect_sound(*any_bytes(), *any_time(), *any_time());
}

RC_GTEST_PROP(WhenProperty, AnyPhraseFitsFromNoneToOne, ()) {
  expect_sound(*lively_text(), *any_time(), *any_time());
}

RC_GTEST_PROP(WhenProperty, WhatStandsAroundADateChangesNothing, ()) {
  const auto time = *any_time();
  const auto alone = when_of("on 5 July 2023", time);
  const auto around = when_of("so, " + *any_bytes() + ". On 5 July 2023. Yes", time);
  RC_ASSERT(around.has_value());
  RC_ASSERT(around->fit(time) >= alone->fit(time));
}

}  // namespace
}  // namespace aim::text
