#include "op/filters.h"

#include "text/stretch.h"

namespace aim::op {

std::string name_space_filter(const std::optional<std::string>& name_space) {
  return !name_space || *name_space == "*" ? std::string() : *name_space;
}

std::string beside(const Caller& caller, std::string_view name_space) {
  return !name_space.empty() && name_space == caller.name_space && name_space != "global" ? "global"
                                                                                          : "";
}

Result<Filter> filter_of(const MemoryFilter& asked, Time now) {
  Filter filter;
  filter.name_space = name_space_filter(asked.name_space);
  filter.tier = asked.tier;
  filter.kind = asked.kind;
  filter.tags = asked.tags.items;
  filter.agent_id = asked.agent_id;
  if (asked.since)
    filter.since = TRY(text::parse_stretch(*asked.since, "since", now, text::Side::past)).first;
  if (asked.until)
    filter.until = TRY(text::parse_stretch(*asked.until, "until", now, text::Side::past)).last;
  return filter;
}

}  // namespace aim::op
