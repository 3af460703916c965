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
  if (options_.kind != SyncKind::databases)
    return join_standards(standards, cleared);
  if (options_.dry_run || (standards.empty() && cleared.empty()))
    return {};
  return with_target([&](store::Writer& to) -> Result<void> {
    std::map<std::string, Time, std::less<>> gone;
    for (auto& each : TRY(to.memories.cleared_standards())) gone[each.name_space] = each.cleared_at;
    for (const StandardRow& there : standards) {
      const auto here = TRY(to.memories.find_standard(there.name_space));
      const auto dead = gone.find(there.name_space);
      if ((here && here->updated_at >= there.updated_at) ||
          (dead != gone.end() && dead->second >= there.updated_at))
        continue;
      std::optional<Memory> memory;
      if (there.id)
        memory = TRY(to.memories.find_by_id(survivor(*there.id)));
      const auto key = memory ? std::optional(memory->key) : std::nullopt;
      TRY_VOID(to.memories.put_standard(there, key));
      // A standard that was already so here needs nobody to confirm it.
      if (!here || here->key != key || here->parent != there.parent)
        TRY_VOID(to.memories.doubt_standard(there.name_space));
    }
    for (const store::ClearedStandard& each : cleared) {
      const auto here = TRY(to.memories.find_standard(each.name_space));
      if (here && here->updated_at > each.cleared_at)
        continue;
      if (TRY(to.memories.clear_standard(each.name_space, each.cleared_at)))
        TRY_VOID(record_standard_cleared(to, engine_, each.name_space));
    }
    return {};
  });
}

Result<void> SyncRun::join_standards(const std::vector<StandardRow>& standards,
                                     const std::vector<store::ClearedStandard>& cleared) {
  const auto id_of = [](const StandardRow& row) { return row.id ? row.id : row.former; };
  // The same one of two that were set at one time wins everywhere.
  const auto rank = [&](const StandardRow& row) {
    return std::tuple(row.updated_at, id_of(row), !row.confirmed, row.parent);
  };
  return with_target([&](store::Writer& to) -> Result<void> {
    std::map<std::string, Time, std::less<>> gone;
    for (auto& each : TRY(to.memories.cleared_standards())) gone[each.name_space] = each.cleared_at;
    const auto put = [&](StandardRow row) -> Result<void> {
      const auto id = id_of(row);
      const auto memory = id ? TRY(to.memories.find_by_id(*id)) : std::optional<Memory>();
      TRY_VOID(to.memories.trust_standard(row.name_space));
      TRY_VOID(row.confirmed ? Result<void>() : to.memories.doubt_standard(row.name_space));
      return to.memories.put_standard(row, memory ? std::optional(memory->key) : std::nullopt);
    };
    for (const StandardRow& there : standards) {
      const auto here = TRY(to.memories.find_standard(there.name_space));
      const auto dead = gone.find(there.name_space);
      if ((!here || rank(*here) < rank(there)) &&
          (dead == gone.end() || dead->second < there.updated_at))
        TRY_VOID(put(there));
    }
    for (const store::ClearedStandard& each : cleared) {
      const auto here = TRY(to.memories.find_standard(each.name_space));
      if (!here || here->updated_at <= each.cleared_at)
        TRY(to.memories.clear_standard(each.name_space, each.cleared_at));
    }
    // Their memories may have come back.
    std::vector<StandardRow> former;
    TRY_VOID(to.memories.each_standard([&](const StandardRow& row) -> Result<void> {
      if (row.former && TRY(to.memories.find_by_id(*row.former)))
        former.push_back(row);
      return {};
    }));
    for (const StandardRow& row : former) TRY_VOID(put(row));
    return {};
  });
}

}  // namespace aim::engine
