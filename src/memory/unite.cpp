#include "memory/unite.h"

#include <algorithm>
#include <string>

#include "memory/merge.h"
#include "memory/metadata.h"
#include "memory/rules.h"

namespace aim {

Memory consolidated(const std::vector<Memory>& originals, Memory into) {
  into.priority = 1;
  into.reinforcement = 0;
  std::vector<std::string> metadata, ids;
  for (const Memory& each : originals) {
    for (const std::string& tag : each.tags)
      if (std::find(into.tags.begin(), into.tags.end(), tag) == into.tags.end())
        into.tags.push_back(tag);
    if (shown_priority(each) > shown_priority(into)) {
      into.priority = each.priority;
      into.reinforcement = each.reinforcement;
    }
    into.access_count += each.access_count;
    metadata.push_back(each.metadata);
    ids.push_back(each.id);
  }
  if (into.tags.size() > rule::tags.max_items)
    into.tags.resize(rule::tags.max_items);
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

}  // namespace aim
