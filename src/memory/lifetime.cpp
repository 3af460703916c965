#include "memory/lifetime.h"

#include <limits>

#include "memory/rules.h"

namespace aim {
namespace {

using std::chrono::seconds;

constexpr auto highest_priority = static_cast<std::int64_t>(rule::priority.maximum);

std::int64_t add(std::int64_t count, std::int64_t more) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return count > most - more ? most : count + more;
}

// How many times a count passes a multiple of ten on its way. Foreign databases may hold any count.
std::int64_t tens_between(std::int64_t before, std::int64_t after) {
  return std::max<std::int64_t>(after, 0) / reinforcing_accesses -
         std::max<std::int64_t>(before, 0) / reinforcing_accesses;
}

void prolong(Use& use, Time now, seconds by) {
  if (use.expires_at && !use.deadline)
    use.expires_at = std::max(*use.expires_at, later(now, by));
}

// Becoming long clears the expiry, unless it is a deadline. A long_ttl of the configuration sets a
// new one, not before the old one (S13).
void become_long(Use& use, Time now, const Lifetimes& lifetimes) {
  use.tier = Tier::long_term;
  use.promoted = true;
  if (use.deadline)
    return;
  const std::optional<Time> born = expiry_at_birth(Tier::long_term, now, lifetimes);
  if (born && use.expires_at)
    use.expires_at = std::max(*use.expires_at, *born);
  else
    use.expires_at.reset();
}

// Clamped before they are added up: foreign databases may hold any number.
void reinforce(Use& use, std::int64_t by) {
  const std::int64_t shown = std::clamp<std::int64_t>(use.priority, 0, highest_priority) +
                             std::clamp<std::int64_t>(use.reinforcement, 0, highest_priority);
  use.reinforcement += std::min(by, std::max<std::int64_t>(highest_priority - shown, 0));
}

}  // namespace

Time later(Time time, seconds by) {
  if (time >= latest_time)
    return time;
  const seconds room = std::chrono::floor<seconds>(latest_time) - std::chrono::ceil<seconds>(time);
  return by > room ? latest_time : time + std::max(by, seconds(0));
}

std::optional<Time> expiry_at_birth(Tier tier, Time now, const Lifetimes& lifetimes) {
  switch (tier) {
    case Tier::short_term:
      return later(now, lifetimes.short_ttl);
    case Tier::mid_term:
      return later(now, lifetimes.mid_ttl);
    case Tier::long_term:
      break;
  }
  if (lifetimes.long_ttl)
    return later(now, *lifetimes.long_ttl);
  return std::nullopt;
}

Use touched(Use use, std::int64_t touches, Time now, const Lifetimes& lifetimes) {
  use.promoted = false;
  if (touches <= 0)
    return use;
  const std::int64_t before = use.access_count;
  use.access_count = add(before, touches);
  if (use.tier == Tier::mid_term && use.access_count >= promoting_accesses)
    become_long(use, now, lifetimes);
  else if (use.tier == Tier::mid_term)
    prolong(use, now, lifetimes.mid_extend);
  else if (use.tier == Tier::short_term)
    prolong(use, now, lifetimes.short_extend);
  reinforce(use, tens_between(before, use.access_count));
  return use;
}

}  // namespace aim
