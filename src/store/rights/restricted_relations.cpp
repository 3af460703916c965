#include "store/rights/restricted_relations.h"

namespace aim::store {

Result<std::optional<Link>> RestrictedLinks::find(std::string_view source_id,
                                                  std::string_view target_id,
                                                  std::string_view relation) const {
  auto link = TRY(in_.find(source_id, target_id, relation));
  return link && TRY(sees(*link)) ? std::move(link) : std::nullopt;
}

Result<std::vector<Link>> RestrictedLinks::of(Key key) const {
  std::vector<Link> seen;
  if (!TRY(sight_.sees(key)))
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

Result<std::unordered_map<Key, std::string>> RestrictedLinks::superseded_by(
    std::span<const Key> keys) const {
  std::unordered_map<Key, std::string> seen;
  for (auto& [key, id] : TRY(in_.superseded_by(keys)))
    if (TRY(sight_.sees(key)) && TRY(sight_.sees(std::string_view(id))))
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

Result<void> RestrictedLinks::check_ends(Key source, Key target) const {
  TRY_VOID(sight_.check(source));
  return TRY(sight_.sees(target)) ? Result<void>()
                                  : Failure(forbidden("may not link with that memory"));
}

Result<std::vector<std::string>> RestrictedReflections::source_ids_of(Key key) const {
  auto ids = TRY(in_.source_ids_of(key));
  if (sight_.rights().sees_all())
    return ids;
  std::vector<std::string> seen;
  for (std::string& id : ids)
    if (TRY(sight_.sees(std::string_view(id))))
      seen.push_back(std::move(id));
  return seen;
}

Result<std::vector<Source>> RestrictedReflections::sources_of(
    std::span<const Key> reflections) const {
  std::vector<Source> seen;
  for (Source& source : TRY(in_.sources_of(reflections)))
    if (TRY(sight_.sees(source.key)))
      seen.push_back(std::move(source));
  return seen;
}

Result<std::vector<Key>> RestrictedReview::newest(Time now, Key before, std::int64_t limit) const {
  constexpr std::int64_t at_once = 500, max_looked_at = 10'000;
  std::vector<Key> keys;
  for (std::int64_t looked_at = 0; looked_at < max_looked_at; looked_at += at_once) {
    const auto some = TRY(in_.newest(now, before, at_once));
    for (const Key key : some) {
      if (std::ssize(keys) == limit)
        return keys;
      before = key;
      if (TRY(sight_.sees(key)))
        keys.push_back(key);
    }
    if (std::ssize(some) < at_once)
      break;
  }
  return keys;
}

Result<std::vector<ClearedStandard>> RestrictedStandards::cleared() const {
  auto rows = TRY(in_.cleared());
  std::erase_if(rows, [&](const ClearedStandard& row) { return !sight_.reads(row.name_space); });
  return rows;
}

Result<void> RestrictedStandards::each(
    const std::function<Result<void>(const StandardRow&)>& take) const {
  return in_.each([&](const StandardRow& row) -> Result<void> {
    if (!sight_.reads(row.name_space))
      return {};
    const auto shown = TRY(seen(row));
    return shown ? take(*shown) : Result<void>();
  });
}

Result<void> RestrictedStandards::set(std::string_view name_space, std::optional<Key> key,
                                      const std::optional<std::string>& parent, Time now) {
  TRY_VOID(sight_.check(name_space));
  // A parent that is not seen would lend what it has to whoever asks.
  if (parent && !sight_.reads(*parent))
    return Failure(forbidden("may not inherit from the namespace \"" + *parent + "\""));
  if (key && !TRY(sight_.sees(*key)))
    return Failure(forbidden("may not use that memory"));
  return out_->set(name_space, key, parent, now);
}

Result<std::optional<StandardRow>> RestrictedStandards::seen(std::optional<StandardRow> row) const {
  if (!row)
    return row;
  if (row->key && !TRY(sight_.sees(*row->key))) {
    row->key.reset();
    row->id.reset();
  }
  if (row->parent && !sight_.reads(*row->parent))
    row->parent.reset();
  return row;
}

}  // namespace aim::store
