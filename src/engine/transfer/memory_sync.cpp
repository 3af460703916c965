#include "engine/transfer/memory_sync.h"

#include "engine/archive.h"
#include "engine/audit/events.h"
#include "memory/merge.h"
#include "memory/row_rules.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/sync.h"

namespace aim::engine {
namespace {

bool same_texts(const Memory& a, const Memory& b) {
  return a.title == b.title && a.content == b.content && a.name_space == b.name_space &&
         a.metadata == b.metadata;
}

}  // namespace

Result<std::optional<Memory>> acceptable(Result<std::optional<Memory>> found, Time now, bool ours) {
  if (ours || (found && !*found))
    return found;
  const bool too_large = !found && store::is_too_large(found.error());
  if (too_large || (found && !check_row(**found, now)))
    return std::optional<Memory>();
  return found;
}

Result<MemorySync::Outcome> MemorySync::take(const Memory& memory, std::int64_t deleted_at) {
  surviving_id_.clear();
  auto mine = TRY(to_.memories.find_by_id(memory.id));
  if (!mine && deleted_at >= memory.updated_at.nanoseconds()) {
    const auto holder = TRY(to_.memories.find_by_title(memory.name_space, memory.title));
    if (!holder || holder->created_at.nanoseconds() > deleted_at || TRY(moves_on(*holder)))
      return Outcome::none;
  }
  const Outcome outcome = TRY(settle(memory, std::move(mine)));
  const std::string id = surviving_id_;
  // Those that made room take their own new states; they may want the titles of others.
  while (!aside_.empty()) {
    const Memory next = std::move(aside_.back());
    aside_.pop_back();
    if (auto again = TRY(to_.memories.find_by_id(next.id)))
      TRY_VOID(settle(next, std::move(again)));
  }
  surviving_id_ = id;
  return outcome;
}

Result<MemorySync::Outcome> MemorySync::settle(const Memory& memory, std::optional<Memory> mine) {
  Memory fresh = mine ? reconciled(*mine, memory) : memory;
  surviving_id_ = fresh.id;
  const auto holder = TRY(to_.memories.find_by_title(fresh.name_space, fresh.title));
  if (holder && holder->id != fresh.id && !TRY(release_title(*holder)))
    return unite(fresh, std::move(mine), *holder, memory.key);
  if (mine && same_state(*mine, fresh))
    return Outcome::same;
  if (writer_) {
    if (mine)
      TRY_VOID(writer_->memories.replace(*mine, fresh));
    else
      TRY_VOID(writer_->memories.insert(fresh));
    TRY_VOID(take_out_of_archive(fresh));
    if (!mine || !same_texts(*mine, fresh))
      written_.emplace_back(memory.key, fresh.key);
    // A rule that now says something else is not the one that a person has set.
    if (mine && !same_texts(*mine, fresh))
      TRY_VOID(writer_->memories.doubt_standards_of(mine->key));
  }
  return mine ? Outcome::changed : Outcome::added;
}

Result<std::optional<Memory>> MemorySync::there(const std::string& id) const {
  return acceptable(from_.reader.memories.find_by_id(id), engine_.clock.now(), from_.ours);
}

// Has the memory another title in the other database by now?
Result<bool> MemorySync::moves_on(const Memory& holder) {
  const auto there = TRY(this->there(holder.id));
  return there && there->updated_at.time > holder.updated_at.time &&
         (there->title != holder.title || there->name_space != holder.name_space);
}

// Then what wants its title is no second memory of that. Until its turn comes, in this transaction,
// it goes by its id.
Result<bool> MemorySync::release_title(const Memory& holder) {
  if (!TRY(moves_on(holder)))
    return false;
  if (writer_) {
    Memory aside = holder;
    aside.title = holder.id;
    TRY_VOID(writer_->memories.replace(holder, aside));
    if (auto there = TRY(this->there(holder.id)))
      aside_.push_back(std::move(*there));
  }
  return true;
}

// It lives. Its links went with it when it was deleted here; other devices still have them.
Result<void> MemorySync::take_out_of_archive(const Memory& memory) {
  if (const auto archived = TRY(writer_->memories.find_archived(memory.id)); archived) {
    TRY_VOID(restore_links(*writer_, memory, archived->links));
    TRY_VOID(writer_->sync.drop_dead_links(memory.key));
  }
  TRY(writer_->memories.remove_archived(memory.id));
  return {};
}

// Two memories of one title: the older id survives, and what pointed to either points to it.
Result<MemorySync::Outcome> MemorySync::unite(const Memory& fresh, std::optional<Memory> mine,
                                              const Memory& holder, Key there) {
  const Memory both = reconciled(holder, fresh);
  surviving_id_ = both.id;
  if (!mine && same_state(holder, both))
    return Outcome::same;
  if (!writer_)
    return Outcome::changed;
  if (mine) {
    TRY_VOID(writer_->sync.move_relations(mine->key, holder.key, both.updated_at.time));
    TRY_VOID(writer_->memories.erase_united(*mine, mine->updated_at.time));
  }
  TRY_VOID(writer_->memories.replace(holder, both));
  TRY_VOID(take_out_of_archive(both));
  // The other id is gone as of the last change under it: a later one, elsewhere, still counts.
  if (both.id != holder.id)
    TRY_VOID(writer_->sync.note_deletion(
        {holder.id, holder.name_space, holder.title, holder.updated_at.nanoseconds()}));
  TRY_VOID(writer_->sync.drop_dead_links(holder.key));
  TRY(writer_->links.break_cycles(holder.key));
  if (mine || both.id != holder.id) {
    Payload payload;
    payload.add("from", std::vector{holder.id, fresh.id}).add("into", both.id);
    payload.add("namespace", both.name_space);
    TRY_VOID(record(*writer_, engine_, event::memories_united, payload));
  }
  if (!same_texts(holder, both)) {
    written_.emplace_back(there, holder.key);
    TRY_VOID(writer_->memories.doubt_standards_of(holder.key));
  }
  return Outcome::changed;
}

}  // namespace aim::engine
