#include "llm/budget.h"

namespace aim::llm {

namespace {

constexpr std::int64_t most = std::int64_t{1} << 50;  // so that no sum overflows

std::optional<std::int64_t> left(std::int64_t limit, std::int64_t spent) {
  if (limit == 0)
    return {};
  return std::max<std::int64_t>(limit - spent, 0);
}

// `what`: calls or tokens.
Error used_up(const Names& names, std::string what, std::int64_t limit) {
  return unavailable(
      std::string(names.what) + "'s budget of " + std::to_string(limit) + " " + what +
          " a day is used up",
      "there is more tomorrow (UTC), or raise " + names.setting(what) + "_per_day in config.toml");
}

}  // namespace

std::int64_t day_of(Time now) {
  return std::chrono::floor<std::chrono::days>(now).time_since_epoch().count();
}

void Spent::begin_day(std::int64_t today) {
  if (today > day)
    *this = {today, 0, 0};
}

Result<void> Spent::take_call(const Limits& limits) {
  if (calls_left(limits) == 0)
    return Failure(used_up(limits.names, "calls", limits.calls_per_day));
  if (tokens_left(limits) == 0)
    return Failure(used_up(limits.names, "tokens", limits.tokens_per_day));
  calls = std::min(calls + 1, most);
  return {};
}

void Spent::add_tokens(std::int64_t more) {
  tokens = std::min(tokens + std::clamp<std::int64_t>(more, 0, most), most);
}

std::optional<std::int64_t> Spent::calls_left(const Limits& limits) const {
  return left(limits.calls_per_day, calls);
}
std::optional<std::int64_t> Spent::tokens_left(const Limits& limits) const {
  return left(limits.tokens_per_day, tokens);
}

std::chrono::seconds Breaker::rest_after(int failures) {
  auto rest = first_rest;
  for (int i = 1; i < failures && rest < longest_rest; ++i) rest *= 2;
  return std::min(rest, longest_rest);
}

bool Breaker::lets_through(Time now) const {
  // A time further ahead than the longest rest was noted before the clock was set back.
  return failures == 0 || now >= open_until || open_until - now > longest_rest;
}

void Breaker::begin(Time now, std::chrono::seconds timeout) {
  if (failures > 0)
    open_until = now + std::min(timeout, longest_rest);
}

void Breaker::failed(Time now, std::optional<std::chrono::seconds> retry_after) {
  failures = std::min(failures + 1, 1'000);
  const auto rest = std::max(rest_after(failures), retry_after.value_or(std::chrono::seconds(0)));
  open_until = now + std::min(rest, longest_rest);
}

}  // namespace aim::llm
