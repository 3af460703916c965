// What time a question names ("in May 2023", "on July 5th", "three weeks ago"), and how well a
// memory's time fits it: memories of that time are raised by it.
//
// Days are UTC's. English, and dates in digits: 2023-07-05, 2023-07, 2023/7/5, 5.7.2023; of
// 5/7/2023 and the like only those that mean the same to everybody, because one of the two numbers
// is above 12 or both are equal.
//   day and month, with or without a year   1 from that day to 7 days later (people tell of it
//                                           within the week), ½ in the rest of that month; without
//                                           a year, of any year
//   month, with or without a year           1 in it           season with a year   1 in its three
//                                           months; a winter is
//   year                                    ½ in it                                the one it
//                                           begins or ends with
//   today; this week, month                 1 in it           N hours ago          1 from that day
//                                           to today
//   yesterday                               1 from it to today
//   N days ago                              1 from max(1, N/7) days before to as many after
//   last Friday, last weekend               1 from it to 2 days later
//   last week                               1 from its Monday to 2 days after its Sunday
//   N weeks ago                             1 from 2 days before its Monday to 2 days after its
//                                           Sunday
//   last month, N months ago                1 in that calendar month
//   last or this year, N years ago          ½ in that calendar year
//   last May, last summer                   1 in the latest that is over
//   the past week, the last N days …        1 from then to today (years: ½)
// Left alone: "may" and "march" without a capital inside a sentence or a number beside; short
// months ("Jan", "dec") without a number beside, or a capital after such as "in"; a year without
// such as "in" before it, or with things counted after it ("of 1999 units"); what is glued to other
// signs (2023.1.4, :2023, foo-2023-bar); "next", "recently", "long ago".
//
// Pure; any bytes are a question. Threads: any. Cost: linear in the question; fit() is a few
// comparisons.
// Source: the issue of recall quality; windows measured on conversations, docs/decisions/0008.
#pragma once
#include "base/clock.h"
#include "text/date_windows.h"

namespace aim::text {

std::optional<When> when_of(std::string_view query, Time now);

// The words by which a question names its times or speaks of one ("on Monday", "at 10:30"), in
// lower case, each with a blank behind it.
std::string words_of_times(std::string_view query);

}  // namespace aim::text
