#include "memory/merge.h"

#include <algorithm>

namespace aim {

Memory merge(const Memory& old, const Memory& fresh, bool expiry_given, Time now,
             const Lifetimes& lifetimes) {
  Memory merged = fresh;
  merged.key = old.key;
  merged.id = old.id;
  merged.name_space = old.name_space;
  merged.title = old.title;
  merged.tier = std::max(old.tier, fresh.tier);
  merged.priority = std::max(old.priority, fresh.priority);
  // What use has added counts only as far as the caller's own priority does not say it already.
  const auto shown = std::max(shown_priority(old), std::min<std::int64_t>(10, fresh.priority));
  merged.reinforcement = std::clamp<std::int64_t>(shown - merged.priority, 0, 10);
  merged.access_count = old.access_count;
  merged.last_accessed_at = old.last_accessed_at;
  // What is stored under a reflection's title changes what it says, not that it is one.
  if (fresh.kind < old.kind) {
    merged.kind = old.kind;
    merged.reflection_depth = old.reflection_depth;
  }
  merged.created_at = old.created_at;
  merged.updated_at = at(now);
  if (!expiry_given) {
    const auto expiry = expiry_at_birth(merged.tier, now, lifetimes);
    merged.expires_at = expiry ? std::optional(at(*expiry)) : std::nullopt;
  }
  return merged;
}

}  // namespace aim
