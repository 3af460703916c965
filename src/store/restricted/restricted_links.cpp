#include "store/restricted/restricted_links.h"

namespace aim::store {

Result<std::vector<LinkChange>> RestrictedLinks::changes_of(std::string_view id,
                                                            std::int64_t limit) const {
  std::vector<LinkChange> seen;
  for (LinkChange& change : TRY(in_.changes_of(id, limit)))
    if (TRY(sees(change.link))) {
      access_.hide(change.by);
      seen.push_back(std::move(change));
    }
  return seen;
}

Result<std::optional<Link>> RestrictedLinks::find(std::string_view source_id,
                                                  std::string_view target_id,
                                                  std::string_view relation) const {
  auto link = TRY(in_.find(source_id, target_id, relation));
  return link && TRY(sees(*link)) ? std::move(link) : std::nullopt;
}

Result<std::vector<Link>> RestrictedLinks::of(Key key) const {
  std::vector<Link> seen;
  if (!TRY(access_.sees(key)))
    return seen;
  for (Link& link : TRY(in_.of(key)))
    if (TRY(sees(link)))
      seen.push_back(std::move(link));
  return seen;
}

Result<void> RestrictedLinks::each(const std::function<Result<void>(const Link&)>& take) const {
  return in_.each([&](const Link& link) -> Result<void> {
    return TRY(sees(link)) ? take(link) : Result<void>();
  });
}

Result<std::unordered_map<Key, std::string>> RestrictedLinks::only_seen(
    std::unordered_map<Key, std::string> others) const {
  std::unordered_map<Key, std::string> seen;
  for (auto& [key, id] : others)
    if (TRY(access_.sees(key)) && TRY(access_.sees(std::string_view(id))))
      seen.emplace(key, std::move(id));
  return seen;
}

Result<std::vector<Key>> RestrictedLinks::superseded_keys() const {
  const auto all = TRY(in_.superseded_keys());
  std::vector<Key> seen;
  for (const auto& [key, by] : TRY(superseded_by(all))) seen.push_back(key);
  std::sort(seen.begin(), seen.end());
  return seen;
}

Result<void> RestrictedLinks::check_ends(Key source, Key target, std::string_view relation) const {
  TRY_VOID(access_.check(source));
  if (!TRY(access_.sees(target)))
    return Failure(forbidden("may not link with that memory"));
  const bool weighs_on_target =
      relation == name_of(Relation::supersedes) || relation == name_of(Relation::contradicts);
  return weighs_on_target ? access_.check(target) : Result<void>();
}

Result<std::vector<std::string>> RestrictedLinks::source_ids_of(Key key) const {
  auto ids = TRY(in_.source_ids_of(key));
  return access_.rights().sees_all() ? ids : access_.ids_seen(std::move(ids));
}

Result<std::vector<Source>> RestrictedLinks::sources_of(std::span<const Key> reflections) const {
  std::vector<Source> seen;
  for (Source& source : TRY(in_.sources_of(reflections)))
    if (TRY(access_.sees(source.key)))
      seen.push_back(std::move(source));
  return seen;
}

}  // namespace aim::store
