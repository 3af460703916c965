// Standards in a sync: the one that was set last holds. From somebody else's database it waits for
// the owner to confirm it; from another device of the owner's it is as it was there (S61).
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
  if (dry_run_ || (standards.empty() && cleared.empty()))
    return {};
  return with_target([&](store::Writer& to) -> Result<void> {
    std::map<std::string, Time, std::less<>> gone;
    for (auto& each : TRY(to.memories.cleared_standards())) gone[each.name_space] = each.cleared_at;
    for (const StandardRow& there : standards) {
      const auto here = TRY(to.memories.find_standard(there.name_space));
      const auto dead = gone.find(there.name_space);
      // Here its memory may have gone and come again.
      const bool lost = here && !here->id && there.id && here->updated_at == there.updated_at;
      // Two of the same time: everywhere the greater id.
      const bool is_tie = here && here->id && there.id && here->updated_at == there.updated_at;
      const bool wins_tie = is_tie && survivor(*there.id) > *here->id;
      if ((here && here->updated_at >= there.updated_at && !lost && !wins_tie) ||
          (dead != gone.end() && dead->second >= there.updated_at)) {
        // Somebody else than the owner has changed its text there.
        if (rules_.same_owner && !there.confirmed && here && here->updated_at == there.updated_at)
          TRY_VOID(to.memories.doubt_standard(there.name_space));
        continue;
      }
      std::optional<Memory> memory;
      if (there.id)
        memory = TRY(to.memories.find_by_id(survivor(*there.id)));
      const auto key = memory ? std::optional(memory->key) : std::nullopt;
      TRY_VOID(to.memories.put_standard(there, key));
      // A standard that was already so here needs nobody to confirm it.
      const bool doubted = rules_.same_owner
                               ? !there.confirmed
                               : !here || here->key != key || here->parent != there.parent;
      if (doubted)
        TRY_VOID(to.memories.doubt_standard(there.name_space));
      else if (rules_.same_owner)
        TRY_VOID(to.memories.trust_standard(there.name_space));
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

}  // namespace aim::engine
