#include "memory/merge.h"

#include "memory/metadata.h"
#include "memory/rules.h"

namespace aim {

namespace {

constexpr std::string_view agent_key = "agent_id";

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
  merged.updated_at = at(time_of_change(old, now));
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
  if (old == "{}" || !text_member(fresh, agent_key).empty())
    return fresh;
  const std::string agent = text_member(old, agent_key);
  return agent.empty() ? fresh : with_text(fresh, agent_key, agent);
}

void unite_tags(std::vector<std::string>& tags, const std::vector<std::string>& more) {
  for (const std::string& tag : more)
    if (std::ranges::find(tags, tag) == tags.end() && tags.size() < rule::tags.max_items)
      tags.push_back(tag);
}

Memory consolidated(const std::vector<Memory>& originals, Memory into) {
  into.priority = 1;
  into.reinforcement = 0;
  std::vector<std::string> metadata, ids;
  for (const Memory& each : originals) {
    unite_tags(into.tags, each.tags);
    if (shown_priority(each) > shown_priority(into)) {
      into.priority = each.priority;
      into.reinforcement = each.reinforcement;
    }
    into.access_count += each.access_count;
    metadata.push_back(each.metadata);
    ids.push_back(each.id);
  }
  into.metadata = with_text_list(unite_metadata(metadata), "derived_from", ids);
  // The originals are whole in the archive.
  if (into.metadata.size() > rule::metadata.max_bytes)
    into.metadata = with_text_list("{}", "derived_from", ids);
  return into;
}

Memory imported_over(const Memory& old, const Memory& fresh, Time now, const Lifetimes& lifetimes) {
  Memory both = old;
  if (old.updated_at.time <= fresh.updated_at.time) {
    Given given;
    given.expiry = fresh.expires_at.has_value();
    both = merge(old, fresh, given, now, lifetimes);
    both.updated_at = fresh.updated_at;
    // The expiry of a tier that it has left behind is not its own.
    if (both.tier != fresh.tier) {
      both.expires_at = old.expires_at;
      both.deadline = old.deadline;
    }
  }
  if (both.kind < fresh.kind) {
    both.kind = fresh.kind;
    both.reflection_depth = fresh.reflection_depth;
  }
  both.access_count = std::max(old.access_count, fresh.access_count);
  if (fresh.last_accessed_at &&
      (!old.last_accessed_at || old.last_accessed_at->time < fresh.last_accessed_at->time))
    both.last_accessed_at = fresh.last_accessed_at;
  return both;
}

namespace {

auto texts_of(const Memory& memory) {
  return std::tie(memory.title, memory.content, memory.tags, memory.metadata, memory.name_space,
                  memory.source);
}

// Absent: for ever.
const std::optional<Timestamp>& longer(const std::optional<Timestamp>& a,
                                       const std::optional<Timestamp>& b) {
  if (!a || !b)
    return a ? b : a;
  return a->time < b->time ? b : a;
}

const std::optional<Timestamp>& later(const std::optional<Timestamp>& a,
                                      const std::optional<Timestamp>& b) {
  if (!a || !b)
    return a ? a : b;
  return a->time < b->time ? b : a;
}

bool is_older(const Memory& a, const Memory& b) {
  return std::tie(a.created_at.time, a.id) < std::tie(b.created_at.time, b.id);
}

}  // namespace

Memory reconciled(const Memory& a, const Memory& b) {
  const bool same_time = a.updated_at.time == b.updated_at.time;
  const bool b_wins = same_time ? texts_of(a) < texts_of(b) : a.updated_at.time < b.updated_at.time;
  Memory both = b_wins ? b : a;
  const Memory& other = b_wins ? a : b;
  if (same_time) {
    both.tier = std::max(both.tier, other.tier);
    both.priority = std::max(both.priority, other.priority);
    both.reinforcement = std::max(both.reinforcement, other.reinforcement);
    both.confidence = std::max(both.confidence, other.confidence);
    both.deadline = both.deadline || other.deadline;
    both.expires_at = longer(both.expires_at, other.expires_at);
    both.valid_from = later(both.valid_from, other.valid_from);
    both.valid_until = later(both.valid_until, other.valid_until);
    both.reflection_depth = std::max(both.reflection_depth, other.reflection_depth);
  }
  both.kind = std::max(a.kind, b.kind);
  both.access_count = std::max(a.access_count, b.access_count);
  both.last_accessed_at = later(a.last_accessed_at, b.last_accessed_at);
  const Memory& older = is_older(b, a) ? b : a;
  both.id = older.id;
  both.created_at = older.created_at;
  both.key = a.key;
  return both;
}

bool is_new_version(const Memory& old, const Memory& fresh) {
  return old.title != fresh.title || old.content != fresh.content ||
         old.name_space != fresh.name_space || old.tags != fresh.tags || old.tier != fresh.tier ||
         old.priority != fresh.priority || old.confidence != fresh.confidence ||
         old.source != fresh.source || old.metadata != fresh.metadata || old.kind != fresh.kind ||
         old.valid_from != fresh.valid_from || old.valid_until != fresh.valid_until ||
         old.deadline != fresh.deadline || (fresh.deadline && old.expires_at != fresh.expires_at);
}

bool same_state(const Memory& a, const Memory& b) {
  return texts_of(a) == texts_of(b) && a.id == b.id && a.tier == b.tier &&
         a.priority == b.priority && a.reinforcement == b.reinforcement &&
         a.confidence == b.confidence && a.access_count == b.access_count && a.kind == b.kind &&
         a.reflection_depth == b.reflection_depth && a.deadline == b.deadline &&
         a.created_at == b.created_at && a.updated_at == b.updated_at &&
         a.last_accessed_at == b.last_accessed_at && a.expires_at == b.expires_at &&
         a.valid_from == b.valid_from && a.valid_until == b.valid_until;
}

}  // namespace aim
