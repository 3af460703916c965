#include "store/restricted/rights_filter.h"

#include "store/memories.h"
#include "store/search.h"

namespace aim::store {

Error only_administrators() {
  return forbidden("does not administer the database");
}

Result<std::string> RightsFilter::name_space_of(Key key) const {
  if (!known_.contains(key))
    TRY_VOID(expect({&key, 1}));
  return known_.at(key);
}

Result<void> RightsFilter::expect(std::span<const Key> keys) const {
  auto names = TRY(inner_.search.name_spaces_of(keys));
  for (std::size_t i = 0; i < keys.size(); ++i) known_[keys[i]] = std::move(names.at(i));
  return {};
}

Result<bool> RightsFilter::sees(Key key) const {
  const std::string name = TRY(name_space_of(key));
  return !name.empty() && reads(name);
}

Result<bool> RightsFilter::sees(std::string_view id) const {
  const auto memory = TRY(inner_.memories.find_by_id(id));
  return memory && reads(memory->name_space);
}

Result<bool> RightsFilter::changes(Key key) const {
  const std::string name = TRY(name_space_of(key));
  return !name.empty() && writes(name);
}

Result<std::vector<Key>> RightsFilter::seen(std::vector<Key> keys) const {
  TRY_VOID(expect(keys));
  std::vector<Key> seen;
  for (const Key key : keys)
    if (TRY(sees(key)))
      seen.push_back(key);
  return seen;
}

Result<std::vector<std::string>> RightsFilter::ids_seen(std::vector<std::string> ids) const {
  std::vector<std::string> seen;
  for (std::string& id : ids)
    if (TRY(sees(std::string_view(id))))
      seen.push_back(std::move(id));
  return seen;
}

Result<void> RightsFilter::check(std::string_view name_space) const {
  if (writes(name_space))
    return {};
  return Failure(forbidden("may not write to the namespace \"" + std::string(name_space) + "\""));
}

Result<void> RightsFilter::check(Key key) const {
  const std::string name = TRY(name_space_of(key));
  if (!name.empty() && writes(name))
    return {};
  // Of what is not seen nothing is said, not even where it is.
  return !name.empty() && reads(name) ? check(name)
                                      : Failure(forbidden("may not change that memory"));
}

Filter RightsFilter::scoped(const Filter& filter) const {
  Filter scoped = filter;
  if (rights_.sees_all())
    return scoped;
  scoped.within = rights_.read;
  scoped.within->insert(scoped.within->end(), rights_.write.begin(), rights_.write.end());
  return scoped;
}

}  // namespace aim::store
