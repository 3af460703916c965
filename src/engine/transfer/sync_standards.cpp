// Standards in a sync: the one that was set last holds. From somebody else's database it waits for
// the owner to confirm it; from another device of the owner's it is as it was there (S61), also
// while its memory is deleted.
#include "engine/audit/events.h"
#include "engine/transfer/sync_flow.h"
#include "memory/row_rules.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {

Result<void> SyncRun::take_standards(store::Reader& from) {
  std::vector<StandardRow> standards;
  TRY_VOID(from.memories.each_standard([&](const StandardRow& row) -> Result<void> {
    if (may_come("standards", row.name_space, check_row(row, engine_.clock.now())))
      standards.push_back(row);
    return {};
  }));
  auto cleared = TRY(from.memories.cleared_standards());
  std::erase_if(cleared, [&](const store::ClearedStandard& each) {
    return !may_come(
        "standards", each.name_space,
        check_row(StandardRow{each.name_space, {}, {}, {}, each.cleared_at}, engine_.clock.now()));
  });
  if (options_.dry_run)
    return {};
  const bool by_owner = options_.kind != SyncKind::databases;
  const auto id_of = [&](const StandardRow& row) {
    const auto& id = row.id ? row.id : row.former;
    return id ? std::optional(survivor(*id)) : std::nullopt;
  };
  // The same one of two that were set at one time wins everywhere. Between databases of several
  // people each has its own doubts.
  const auto rank = [&](const StandardRow& row) {
    return std::tuple(row.updated_at, id_of(row), by_owner && !row.confirmed, row.parent);
  };
  return with_target([&](store::Writer& to) -> Result<void> {
    std::map<std::string, Time, std::less<>> gone;
    for (auto& each : TRY(to.memories.cleared_standards())) gone[each.name_space] = each.cleared_at;
    const auto put = [&](const StandardRow& row,
                         const std::optional<StandardRow>& here) -> Result<void> {
      const auto id = id_of(row);
      const auto memory = id ? TRY(to.memories.find_by_id(*id)) : std::optional<Memory>();
      const auto key = memory ? std::optional(memory->key) : std::nullopt;
      if (by_owner)
        TRY_VOID(to.memories.trust_standard(row.name_space));
      TRY_VOID(to.memories.put_standard(row, key));
      // A standard that was already so here needs nobody to confirm it.
      const bool is_news = !here || here->key != key || here->parent != row.parent;
      return (by_owner ? !row.confirmed : is_news) ? to.memories.doubt_standard(row.name_space)
                                                   : Result<void>();
    };
    for (const StandardRow& there : standards) {
      const auto here = TRY(to.memories.find_standard(there.name_space));
      const auto dead = gone.find(there.name_space);
      if ((!here || rank(*here) < rank(there)) &&
          (dead == gone.end() || dead->second < there.updated_at))
        TRY_VOID(put(there, here));
    }
    for (const store::ClearedStandard& each : cleared) {
      const auto here = TRY(to.memories.find_standard(each.name_space));
      if (here && here->updated_at > each.cleared_at)
        continue;
      if (TRY(to.memories.clear_standard(each.name_space, each.cleared_at)))
        TRY_VOID(record_standard_cleared(to, engine_, each.name_space));
    }
    // Their memories may have come back.
    std::vector<StandardRow> former;
    TRY_VOID(to.memories.each_standard([&](const StandardRow& row) -> Result<void> {
      if (row.former && TRY(to.memories.find_by_id(*id_of(row))))
        former.push_back(row);
      return {};
    }));
    for (const StandardRow& row : former) TRY_VOID(put(row, row));
    return {};
  });
}

}  // namespace aim::engine
