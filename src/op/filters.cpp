#include "op/filters.h"

#include <sstream>

#include "text/stretch.h"

namespace aim::op {

std::string name_space_filter(const std::optional<std::string>& name_space) {
  return !name_space || *name_space == "*" ? std::string() : *name_space;
}

std::string beside(const Caller& caller, const Filter& filter) {
  const std::string& name_space = filter.name_space;
  return !name_space.empty() && filter.or_in.empty() && name_space == caller.name_space &&
                 name_space != "global"
             ? "global"
             : "";
}

Result<Filter> filter_of(const MemoryFilter& asked, Time now) {
  Filter filter;
  std::istringstream name_spaces(name_space_filter(asked.name_space));
  name_spaces >> filter.name_space;
  for (std::string each; name_spaces >> each;) filter.or_in.push_back(each);
  filter.tiers = asked.tier.items;
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
