#include "memory/merge.h"

#include <algorithm>
#include <array>

#include "memory/metadata.h"

namespace aim {
namespace {

constexpr std::array<std::string_view, 1> agent_key{"agent_id"};

// Metadata of a caller who named none holds at most who stored it, and in which session.
std::string merged_metadata(const Memory& old, const Memory& fresh, const Given& given) {
  if (given.metadata)
    return replaced_metadata(old.metadata, fresh.metadata);
  if (fresh.metadata == "{}")
    return old.metadata;
  return unite_metadata(std::array{old.metadata, fresh.metadata});
}

void settle_expiry(Memory& merged, const Memory& old, const Memory& fresh, const Given& given,
                   Time now, const Lifetimes& lifetimes) {
  if (given.expiry)
    return;
  const bool made_long = given.tier && fresh.tier == Tier::long_term && old.tier != Tier::long_term;
  merged.deadline = old.deadline && !made_long;
  if (merged.deadline) {
    merged.expires_at = old.expires_at;
    return;
  }
  const auto expiry = expiry_at_birth(merged.tier, now, lifetimes);
  merged.expires_at = expiry ? std::optional(at(*expiry)) : std::nullopt;
}

}  // namespace

Memory merge(const Memory& old, const Memory& fresh, const Given& given, Time now,
             const Lifetimes& lifetimes) {
  Memory merged = fresh;
  merged.key = old.key;
  merged.id = old.id;
  merged.name_space = old.name_space;
  merged.title = old.title;
  merged.tier = given.tier ? std::max(old.tier, fresh.tier) : old.tier;
  if (!given.tags)
    merged.tags = old.tags;
  if (!given.confidence)
    merged.confidence = old.confidence;
  if (!given.source)
    merged.source = old.source;
  merged.metadata = merged_metadata(old, fresh, given);
  const std::int64_t asked = given.priority ? fresh.priority : old.priority;
  merged.priority = std::max(old.priority, asked);
  // What use has added counts only as far as the caller's own priority does not say it already.
  const auto shown = std::max(shown_priority(old), std::min<std::int64_t>(10, asked));
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
  merged.content_at = old.content == fresh.content ? old.content_at : std::optional(now);
  // A fact that is over says nothing of when another one holds.
  const bool is_over = old.valid_until && old.valid_until->time <= now;
  if (old.content == fresh.content || !is_over) {
    if (!fresh.valid_from)
      merged.valid_from = old.valid_from;
    if (!fresh.valid_until)
      merged.valid_until = old.valid_until;
  }
  settle_expiry(merged, old, fresh, given, now, lifetimes);
  return merged;
}

std::string replaced_metadata(const std::string& old, const std::string& fresh) {
  if (old == "{}" || !text_members(fresh, agent_key).front().empty())
    return fresh;
  const std::string agent = text_members(old, agent_key).front();
  return agent.empty() ? fresh : with_text(fresh, agent_key.front(), agent);
}

}  // namespace aim
