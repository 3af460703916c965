#include "engine/search/valid_time.h"

#include "base/timestamp.h"
#include "text/when.h"

namespace aim::engine {
namespace {

using std::chrono::days, std::chrono::floor, std::chrono::sys_days, std::chrono::year_month_day;

constexpr std::size_t day_bytes = 10;  // 2026-11-21

std::string day_of(const std::optional<Timestamp>& time) {
  return format_rfc3339(time->time).substr(0, day_bytes);
}

// The last month of that name that has begun.
sys_days last_begun(std::chrono::month month, Time now) {
  const year_month_day today{floor<days>(now)};
  const auto year = month <= today.month() ? today.year() : today.year() - std::chrono::years(1);
  return sys_days(year / month / 1);
}

// The first day of the time that a phrase names.
std::optional<sys_days> first_day(const std::string& phrase, Time now) {
  const auto when = text::when_of(phrase, now);
  if (!when)
    return std::nullopt;
  if (!when->windows.empty())
    return std::ranges::max(when->windows, {}, &text::When::Window::fit).first;
  return last_begun(when->yearly.front().month, now);
}

}  // namespace

ValidTime::ValidTime(std::string_view question, Time now) {
  if (const auto when = text::when_of(question, now)) {
    const auto ask = [&](sys_days first, sys_days last) {
      if (first <= last)
        asked_.push_back({first, last + days(1) - std::chrono::nanoseconds(1)});
    };
    for (const auto& window : when->windows) ask(window.said_first, window.said_last);
    for (const auto& yearly : when->yearly) {
      const year_month_day month = last_begun(yearly.month, now);
      const auto day = month.year() / month.month() / yearly.first;
      if (day.ok())
        ask(day, sys_days(day) + (yearly.last - yearly.first));
      else
        ask(month, sys_days(month + std::chrono::months(1)) - days(1));
    }
  }
  named_ = !asked_.empty();
  if (!named_)
    asked_.push_back({now, now});
}

bool ValidTime::holds(const Memory& memory) const {
  return std::ranges::any_of(asked_, [&](const Stretch& each) {
    return (!memory.valid_from || memory.valid_from->time <= each.last) &&
           (!memory.valid_until || memory.valid_until->time >= each.first);
  });
}

bool ValidTime::is_of_named_time(const Memory& memory) const {
  return named_ && (memory.valid_from || memory.valid_until) && holds(memory);
}

std::string ValidTime::former(const Memory& memory) const {
  if (holds(memory))
    return {};
  if (!memory.valid_from)
    return "until " + day_of(memory.valid_until);
  if (!memory.valid_until)
    return "not before " + day_of(memory.valid_from);
  return day_of(memory.valid_from) + " to " + day_of(memory.valid_until);
}

SinceWhen since_when(std::string_view text, Time now) {
  constexpr std::size_t most_words = 3;  // "5 May 2026"
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\n';
    if (!begins || !(rest.starts_with("since ") || rest.starts_with("Since ")))
      continue;
    // As many words as still are a date.
    std::string_view date = rest.substr(std::string_view("since ").size());
    date = date.substr(0, date.find_first_of("\n.;:!?"));
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i <= date.size() && ends.size() < most_words; ++i)
      if (i == date.size() || date[i] == ' ' || date[i] == ',')
        ends.push_back(i);
    // The fewest words that say as much as all of them.
    SinceWhen found;
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
      const std::string words(date.substr(0, *end));
      const auto first = first_day("in " + words, now);
      if (!first || *first > now)
        continue;
      std::string day = format_rfc3339(Time(*first)).substr(0, day_bytes);
      if (!found.date.empty() && found.date != day)
        break;
      found = {"since " + words, std::move(day)};
    }
    if (!found.date.empty())
      return found;
  }
  return {};
}

}  // namespace aim::engine
