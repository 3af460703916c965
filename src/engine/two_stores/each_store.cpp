#include "engine/two_stores/each_store.h"

#include "engine/engine.h"

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

}  // namespace aim::engine::two_stores
