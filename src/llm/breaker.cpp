#include "llm/breaker.h"

#include <algorithm>

namespace aim::llm {

std::chrono::seconds Breaker::rest_after(int failures) {
  auto rest = first_rest;
  for (int i = 1; i < failures && rest < longest_rest; ++i) rest *= 2;
  return std::min(rest, longest_rest);
}

bool Breaker::lets_through(Time now) const {
  // What lies further ahead than any rest was noted before somebody put the clock back.
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
