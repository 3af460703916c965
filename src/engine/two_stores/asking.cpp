#include "engine/two_stores/asking.h"

#include "engine/engine.h"
#include "memory/metadata.h"

namespace aim::engine::two_stores {
namespace {

// "the project store could not be used (…): results are of the global store only"
std::string one_store_only(const FailedStore& failed) {
  const bool of_project = failed.place == StoreKind::project;
  return "the " + std::string(aim::name_of(failed.place)) + " store could not be used (" +
         failed.error.message + "): results are of the " + (of_project ? "global" : "project") +
         " store only";
}

}  // namespace

Result<std::vector<FailedStore>> ask_each(const Stores& stores, StoreChoice where,
                                          std::vector<std::string>& warnings, const Ask& ask) {
  std::vector<FailedStore> failed;
  const auto places = places_of(stores, where);
  for (const StoreKind place : places) {
    Engine& engine = *engine_at(stores, place);
    if (!engine.database.exists())
      continue;
    if (const auto answered = ask(engine, place); !answered) {
      failed.push_back({place, answered.error()});
      warnings.push_back(one_store_only(failed.back()));
    }
  }
  if (!failed.empty() && failed.size() == places.size())
    return Failure(failed.back().error);
  return failed;
}

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
