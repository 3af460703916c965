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

Result<Times> times_of(const std::optional<std::string>& since,
                       const std::optional<std::string>& until, Time now) {
  Times times;
  if (since)
    times.first = TRY(text::parse_stretch(*since, "since", now, text::Side::past)).first;
  if (until)
    times.second = TRY(text::parse_stretch(*until, "until", now, text::Side::past)).last;
  return times;
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
  std::tie(filter.since, filter.until) = TRY(times_of(asked.since, asked.until, now));
  return filter;
}

}  // namespace aim::op
