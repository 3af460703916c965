#include "engine/two_stores/filters.h"

#include <algorithm>
#include <array>

#include "memory/metadata.h"

namespace aim::engine::two_stores {

Filter filter_at(StoreKind place, const Filters& filters) {
  Filter filter;
  filter.name_space = scope_at(place);
  filter.tags = filters.tags;
  filter.since = filters.since;
  filter.until = filters.until;
  return filter;
}

bool needs_reading(StoreKind place, const Filters& filters, std::string_view project) {
  const bool by_project =
      filters.project_id && (place == StoreKind::global || *filters.project_id != project);
  return !filters.bands.empty() || filters.category || filters.source || by_project;
}

bool holds(const Memory& memory, StoreKind place, const Filters& filters,
           std::string_view project) {
  constexpr std::array<std::string_view, 2> keys{category_key, project_key};
  if (!filters.bands.empty() &&
      std::ranges::find(filters.bands, band_of(memory.priority)) == filters.bands.end())
    return false;
  if (filters.source && memory.source != *filters.source)
    return false;
  if (!filters.category && !filters.project_id)
    return true;
  const auto said = text_members(memory.metadata, keys);
  if (filters.category && said[0] != *filters.category)
    return false;
  return !filters.project_id ||
         *filters.project_id == (place == StoreKind::project ? project : std::string_view(said[1]));
}

}  // namespace aim::engine::two_stores
