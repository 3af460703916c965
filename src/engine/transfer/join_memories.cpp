#include "engine/transfer/join_memories.h"

#include "engine/archive.h"
#include "engine/audit/events.h"
#include "engine/history/versions.h"
#include "engine/vectors/vectorize.h"
#include "memory/merge.h"
#include "memory/titles.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/sync.h"

namespace aim::engine {
namespace {

std::string beside_fact(const Memory& memory) {
  return std::string(store::beside_a_title) + memory.id;
}

Memory as_claimed(Memory memory) {
  memory.title = claimed_title(memory);
  return memory;
}

// The links of one become those of the other, on all devices.
Result<void> move_links(store::Writer& writer, const Memory& from, const Memory& to, Time now) {
  for (const Link& link : TRY(writer.links.of(from.key))) {
    const bool goes_out = link.source_id == from.id;
    const auto other = TRY(writer.memories.find_by_id(goes_out ? link.target_id : link.source_id));
    if (other && other->key != to.key && other->key != from.key)
      TRY(writer.links.put(goes_out ? to.key : other->key, goes_out ? other->key : to.key, link));
    if (other)
      TRY(writer.links.remove(goes_out ? from.key : other->key, goes_out ? other->key : from.key,
                              link.relation, now));
  }
  TRY_VOID(writer.sync.drop_dead_links(to.key));
  TRY(writer.links.break_cycles(to.key));
  std::vector<StandardRow> standards;
  TRY_VOID(writer.memories.each_standard([&](const StandardRow& row) -> Result<void> {
    if (row.key == from.key)
      standards.push_back(row);
    return {};
  }));
  for (StandardRow& row : standards) {
    row.updated_at += std::chrono::nanoseconds(1);
    row.id = to.id;
    TRY_VOID(writer.memories.put_standard(row, to.key));
  }
  return {};
}

// Two say the same: the younger is deleted as of its last change, so that a later one, elsewhere,
// still counts.
Result<void> unite(store::Writer& writer, const Engine& engine, const Memory& kept,
                   const Memory& copy) {
  TRY_VOID(move_links(writer, copy, kept, engine.clock.now()));
  TRY_VOID(writer.memories.erase_united(copy, copy.updated_at.time));
  Payload payload;
  payload.add("from", std::vector{kept.id, copy.id}).add("into", kept.id);
  payload.add("namespace", kept.name_space);
  return record(writer, engine, event::memories_united, payload);
}

}  // namespace

Result<void> JoinMemories::take(std::vector<Memory> memories) {
  batch_ = std::move(memories);
  taken_.assign(batch_.size(), false);
  for (std::size_t i = 0; i < batch_.size(); ++i)
    if (!taken_[i])
      TRY_VOID(take(i));
  return {};
}

Result<void> JoinMemories::take(std::size_t number) {
  taken_[number] = true;
  const Memory there = as_claimed(batch_[number]);
  const auto mine = TRY(writer_.memories.find_by_id(there.id));
  if (!mine) {
    // A deletion holds against a change of the same time.
    if (TRY(writer_.sync.deleted_at(there.id)) < there.updated_at.nanoseconds())
      return place(there, {});
    return {};
  }
  const Memory here = as_claimed(*mine);
  if (same_state(here, there))
    return {};
  const bool conflict = TRY(is_conflict(from_, writer_, *mine, there));
  const Memory joined = reconciled(here, there);
  if (!same_state(joined, there))
    kept_.push_back(there.id);
  TRY_VOID(place(joined, mine));
  return conflict ? keep_conflict(writer_, *mine, there) : Result<void>();
}

// Whether its state of this batch has been taken now.
Result<bool> JoinMemories::take_waiting(const std::string& id) {
  const auto found = std::ranges::find(batch_, id, &Memory::id);
  const auto number = static_cast<std::size_t>(found - batch_.begin());
  if (found == batch_.end() || taken_[number])
    return false;
  TRY_VOID(take(number));
  return true;
}

Result<void> JoinMemories::place(Memory fresh, std::optional<Memory> mine) {
  auto holder = TRY(writer_.memories.find_by_title(fresh.name_space, fresh.title));
  if (holder && holder->id != fresh.id && TRY(take_waiting(holder->id))) {
    // It may have another title by now; and what came may have been set aside for it.
    holder = TRY(writer_.memories.find_by_title(fresh.name_space, fresh.title));
    mine = TRY(writer_.memories.find_by_id(fresh.id));
  }
  if (holder && holder->id != fresh.id) {
    if (is_beside(*holder) || has_first_claim(*holder, fresh))
      fresh = TRY(beside(fresh));
    else
      TRY_VOID(write(TRY(beside(*holder)), holder));
  }
  return write(std::move(fresh), mine);
}

Result<Memory> JoinMemories::beside(const Memory& memory) {
  Memory moved = put_beside(memory);
  const auto holder = TRY(writer_.memories.find_by_title(moved.name_space, moved.title));
  return holder && holder->id != moved.id ? put_beside(memory, true) : moved;
}

Result<void> JoinMemories::write(Memory fresh, const std::optional<Memory>& mine) {
  if (mine && same_state(*mine, fresh))
    return {};
  const bool was_beside = mine && is_beside(*mine);
  const bool is_change = !mine || mine->updated_at != fresh.updated_at ||
                         !same_state(as_claimed(*mine), as_claimed(fresh));
  if (!mine) {
    const bool was_deleted = TRY(writer_.sync.deleted_at(fresh.id)) > 0;
    TRY_VOID(writer_.memories.insert(fresh));
    TRY_VOID(was_deleted ? revive(fresh) : Result<void>());
    ++added_;
  } else if (is_change) {
    TRY_VOID(writer_.memories.replace(*mine, fresh));
    ++changed_;
  } else {
    // A title that is shown is no version.
    const auto versions = TRY(writer_.memories.all_versions_of(fresh.id));
    TRY_VOID(writer_.memories.replace(*mine, fresh));
    TRY_VOID(writer_.memories.set_versions(fresh.id, versions));
  }
  if (is_beside(fresh) && !was_beside)
    TRY_VOID(writer_.records.set_fact(beside_fact(fresh), 0));
  if (!mine || mine->title != fresh.title || mine->content != fresh.content ||
      mine->name_space != fresh.name_space || mine->metadata != fresh.metadata)
    written_.push_back(std::move(fresh));
  return {};
}

// It lives again. So do its links, as far as their other ends live: those that it had when it went,
// and those that came while it was gone.
Result<void> JoinMemories::revive(const Memory& memory) {
  constexpr std::int64_t most_links = 10'000;
  if (const auto archived = TRY(writer_.memories.find_archived(memory.id)))
    TRY_VOID(restore_links(writer_, memory, archived->links));
  TRY(writer_.memories.remove_archived(memory.id));
  std::vector<Link> links;
  for (const store::LinkChange& change : TRY(writer_.links.changes_of(memory.id, most_links)))
    links.push_back(change.link);
  TRY_VOID(restore_links(writer_, memory, links));
  TRY_VOID(writer_.sync.drop_dead_links(memory.key));
  TRY(writer_.links.break_cycles(memory.key));
  return {};
}

Result<void> settle_titles(Engine& engine) {
  constexpr std::size_t most = 1'000'000;
  const auto ids = TRY(engine.database.read([](store::Reader& reader) {
    return reader.records.facts_beginning(store::beside_a_title, most);
  }));
  if (ids.empty())
    return {};
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    std::vector<Memory> beside;
    for (const std::string& id : ids)
      if (auto memory = TRY(writer.memories.find_by_id(id)))
        beside.push_back(std::move(*memory));
    std::ranges::sort(beside, has_first_claim);
    JoinMemories join(writer, writer);
    for (const Memory& memory : beside) {
      const Memory claim = as_claimed(memory);
      const auto holder = TRY(writer.memories.find_by_title(claim.name_space, claim.title));
      if (!holder || holder->id == claim.id || is_beside(*holder) || !is_copy(*holder, claim))
        TRY_VOID(join.place(claim, memory));
      else if (has_first_claim(*holder, claim))
        TRY_VOID(unite(writer, engine, *holder, memory));
      else {
        TRY_VOID(unite(writer, engine, memory, *holder));
        TRY_VOID(join.place(claim, memory));
      }
    }
    for (const std::string& id : ids)
      if (const auto memory = TRY(writer.memories.find_by_id(id)); !memory || !is_beside(*memory))
        TRY_VOID(writer.records.clear_fact(std::string(store::beside_a_title) + id));
    return keep_by_table(writer, engine.embeddings, join.written());
  });
}

}  // namespace aim::engine
