#include "memory/filter.h"

#include "memory/memory.h"
#include "memory/metadata.h"

namespace aim {

bool passes(const Memory& memory, const Filter& filter, Time now) {
  if (has_expired(memory, now))
    return false;
  const auto is_one_of = [](const auto& values, const auto& value) {
    return values.empty() || std::ranges::find(values, value) != values.end();
  };
  if (!is_one_of(filter.tiers, memory.tier) || !is_one_of(filter.sources, memory.source))
    return false;
  if (filter.kind && memory.kind != *filter.kind)
    return false;
  if (filter.since && memory.created_at.time < *filter.since)
    return false;
  if (filter.until && memory.created_at.time > *filter.until)
    return false;
  if (filter.min_priority && shown_priority(memory) < *filter.min_priority)
    return false;
  if (filter.agent_id && text_member(memory.metadata, "agent_id") != *filter.agent_id)
    return false;
  return std::all_of(filter.tags.begin(), filter.tags.end(), [&](const std::string& tag) {
    return std::find(memory.tags.begin(), memory.tags.end(), tag) != memory.tags.end();
  });
}

}  // namespace aim
