#include "memory/reconcile.h"

#include <algorithm>
#include <tuple>

namespace aim {
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
