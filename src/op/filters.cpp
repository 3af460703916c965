#include "op/filters.h"

#include "base/timestamp.h"

namespace aim::op {
namespace {

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view part = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (part.starts_with(' '))
      part.remove_prefix(1);
    while (part.ends_with(' '))
      part.remove_suffix(1);
    if (!part.empty())
      parts.emplace_back(part);
  }
  return parts;
}

}  // namespace

std::string name_space_filter(const std::optional<std::string>& name_space) {
  return !name_space || *name_space == "*" ? std::string() : *name_space;
}

Result<Filter> filter_of(const FilterTexts& texts) {
  Filter filter;
  filter.name_space = name_space_filter(texts.name_space);
  if (texts.tags)
    filter.tags = split(*texts.tags);
  if (texts.since)
    filter.since = TRY(parse_date_or_time(*texts.since, "since")).time;
  if (texts.until)
    filter.until = TRY(parse_date_or_time(*texts.until, "until")).time;
  return filter;
}

}  // namespace aim::op
