#include "engine/sync_taking.h"

#include <optional>

#include "engine/events.h"
#include "memory/reconcile.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reflections.h"
#include "store/sqlite/sync_rows.h"

namespace aim::engine {
namespace {

bool same_texts(const Memory& a, const Memory& b) {
  return a.title == b.title && a.content == b.content && a.name_space == b.name_space &&
         a.metadata == b.metadata;
}

}  // namespace

Result<SyncTaking::Outcome> SyncTaking::take(const Memory& memory, std::int64_t deleted_at) {
  lives_as_.clear();
  auto mine = TRY(store::find_by_id(to_, memory.id));
  if (!mine && deleted_at >= memory.updated_at.nanoseconds()) {
    const auto holder = TRY(store::find_by_title(to_, memory.name_space, memory.title));
    if (!holder || holder->created_at.nanoseconds() > deleted_at || TRY(moves_on(*holder)))
      return Outcome::none;
  }
  const Outcome outcome = TRY(settle(memory, std::move(mine)));
  const std::string id = lives_as_;
  // Those that made room take their own new states; they may want the titles of others.
  while (!aside_.empty()) {
    const Memory next = std::move(aside_.back());
    aside_.pop_back();
    if (auto again = TRY(store::find_by_id(to_, next.id)))
      TRY_VOID(settle(next, std::move(again)));
  }
  lives_as_ = id;
  return outcome;
}

Result<SyncTaking::Outcome> SyncTaking::settle(const Memory& memory, std::optional<Memory> mine) {
  Memory fresh = mine ? reconciled(*mine, memory) : memory;
  lives_as_ = fresh.id;
  const auto holder = TRY(store::find_by_title(to_, fresh.name_space, fresh.title));
  if (holder && holder->id != fresh.id && !TRY(step_aside(*holder)))
    return unite(fresh, std::move(mine), *holder, memory.key);
  if (mine && same_state(*mine, fresh))
    return Outcome::same;
  if (write_) {
    if (mine)
      TRY_VOID(store::replace(to_, *mine, fresh));
    else
      TRY_VOID(store::insert(to_, fresh));
    TRY_VOID(store::remove_archived(to_, fresh.id));  // it lives
    if (!mine || !same_texts(*mine, fresh))
      written_.emplace_back(memory.key, fresh.key);
  }
  return mine ? Outcome::changed : Outcome::added;
}

// Has the memory another title in the other database by now?
Result<bool> SyncTaking::moves_on(const Memory& holder) {
  const auto there = TRY(store::find_by_id(from_, holder.id));
  return there && there->updated_at.time > holder.updated_at.time &&
         (there->title != holder.title || there->name_space != holder.name_space);
}

// Then what wants its title is no second memory of that. Until its turn comes, in this transaction, it goes by its id.
Result<bool> SyncTaking::step_aside(const Memory& holder) {
  if (!TRY(moves_on(holder)))
    return false;
  if (write_) {
    Memory aside = holder;
    aside.title = holder.id;
    TRY_VOID(store::replace(to_, holder, aside));
    if (auto there = TRY(store::find_by_id(from_, holder.id)))
      aside_.push_back(std::move(*there));
  }
  return true;
}

// Two memories of one title: the older id survives, and what pointed to either points to it.
Result<SyncTaking::Outcome> SyncTaking::unite(const Memory& fresh, std::optional<Memory> mine,
                                              const Memory& holder, Key there) {
  const Memory both = reconciled(holder, fresh);
  lives_as_ = both.id;
  if (!mine && same_state(holder, both))
    return Outcome::same;
  if (!write_)
    return Outcome::changed;
  if (mine) {
    TRY_VOID(store::move_relations(to_, mine->key, holder.key));
    TRY_VOID(store::erase(to_, *mine, mine->updated_at.time));
  }
  TRY_VOID(store::replace(to_, holder, both));
  TRY_VOID(store::remove_archived(to_, both.id));
  // The other id is gone as of the last change under it: a later one, elsewhere, still counts.
  if (both.id != holder.id)
    TRY_VOID(store::note_deletion(
        to_, {holder.id, holder.name_space, holder.title, holder.updated_at.nanoseconds()}));
  TRY_VOID(store::drop_dead_links(to_, holder.key));
  TRY(store::break_cycles(to_, holder.key));
  if (mine || both.id != holder.id) {
    Payload payload;
    payload.add("from", std::vector{holder.id, fresh.id}).add("into", both.id);
    payload.add("namespace", both.name_space);
    TRY_VOID(record(to_, engine_, event::memories_united, payload));
  }
  if (!same_texts(holder, both))
    written_.emplace_back(there, holder.key);
  return Outcome::changed;
}

}  // namespace aim::engine
