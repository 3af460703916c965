#include "engine/sync_flow.h"

#include <algorithm>

#include "base/log.h"
#include "engine/events.h"
#include "engine/reflect.h"
#include "engine/sync_taking.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/links.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reflections.h"
#include "store/sqlite/standards.h"

namespace aim::engine {
namespace {

constexpr std::size_t at_once = 500;  // rows a transaction

template <class T>
const T* find_id(const std::vector<T>& sorted, std::string_view id) {
  const auto found = std::ranges::lower_bound(sorted, id, {}, &T::id);
  return found != sorted.end() && found->id == id ? &*found : nullptr;
}

const store::SyncLink* find_link(const std::vector<store::SyncLink>& sorted,
                                 const store::SyncLink& link) {
  const auto name = [](const store::SyncLink& each) { return each.name(); };
  const auto found = std::ranges::lower_bound(sorted, link.name(), {}, name);
  return found != sorted.end() && found->name() == link.name() ? &*found : nullptr;
}

// In pieces of `at_once`, each on `use`.
template <class T, class F>
Result<void> in_batches(const std::vector<T>& all, F&& use) {
  for (std::size_t at = 0; at < all.size(); at += at_once)
    TRY_VOID(use(std::span(all).subspan(at, std::min(at_once, all.size() - at))));
  return {};
}

}  // namespace

Result<SyncContents> contents_of(store::Connection& connection) {
  SyncContents contents;
  contents.memories = TRY(store::sync_memories(connection));
  contents.tombstones = TRY(store::sync_tombstones(connection));
  contents.archive = TRY(store::sync_archive(connection));
  contents.links = TRY(store::sync_links(connection));
  contents.link_tombstones = TRY(store::sync_link_tombstones(connection));
  return contents;
}

Result<SyncFlow> SyncRun::run() {
  TRY_VOID(from_.database.read([&](store::Connection& from) -> Result<void> {
    TRY_VOID(take_archive(from));
    TRY_VOID(take_deletions(from));
    TRY_VOID(take_memories(from));
    TRY_VOID(take_links(from));
    TRY_VOID(take_lost_sources(from));
    TRY_VOID(take_standards(from));
    return take_transcripts(from);
  }));
  return flow_;
}

Result<void> SyncRun::with_target(const std::function<Result<void>(store::Connection&)>& use) {
  TRY_VOID(from_.database.go_on());
  TRY_VOID(to_.database.go_on());
  return dry_run_ ? to_.database.read(use) : to_.database.write(use);
}

const std::string& SyncRun::survivor(const std::string& id) const {
  const auto found = survivors_.find(id);
  return found == survivors_.end() ? id : found->second;
}

// What was changed here since, or was deleted here after it was archived there, was restored or purged: that is not undone.
Result<void> SyncRun::take_archive(store::Connection& from) {
  std::vector<std::string> ids;
  for (const store::SyncArchived& there : from_.contents.archive) {
    const auto* here = find_id(to_.contents.archive, there.id);
    const auto* dead = find_id(to_.contents.tombstones, there.id);
    const bool known = here ? here->archived_at >= there.archived_at
                            : dead && dead->deleted_at >= there.archived_at;
    const auto* alive = find_id(to_.contents.memories, there.id);
    if (!known && (!alive || alive->updated_at <= there.archived_at))
      ids.push_back(there.id);
  }
  if (dry_run_)
    return {};
  return in_batches(ids, [&](std::span<const std::string> batch) -> Result<void> {
    return with_target([&](store::Connection& to) -> Result<void> {
      for (const std::string& id : batch)
        if (const auto archived = TRY(store::find_archived(from, id)))
          TRY_VOID(store::add_archived(to, *archived));
      return {};
    });
  });
}

// Not when the memory lives on there under another id of the same title: then it is no deletion, but two that became one.
Result<bool> SyncRun::is_deletion(store::Connection& from, store::Connection& to,
                                  const store::SyncTombstone& tombstone) {
  const auto mine = TRY(store::find_by_id(to, tombstone.id));
  if (!mine || mine->updated_at.nanoseconds() > tombstone.deleted_at)
    return false;
  const auto holder = TRY(store::find_by_title(from, mine->name_space, mine->title));
  if (holder && holder->created_at.nanoseconds() <= tombstone.deleted_at)
    return false;
  if (!dry_run_)
    TRY_VOID(store::erase(to, *mine, time_from_nanoseconds(tombstone.deleted_at)));
  return true;
}

Result<void> SyncRun::take_deletions(store::Connection& from) {
  std::vector<store::SyncTombstone> fresh;
  for (const store::SyncTombstone& there : from_.contents.tombstones) {
    const auto* here = find_id(to_.contents.tombstones, there.id);
    const auto* alive = find_id(to_.contents.memories, there.id);
    if (alive ? alive->updated_at <= there.deleted_at
              : !here || here->deleted_at < there.deleted_at)
      fresh.push_back(there);
  }
  return in_batches(fresh, [&](std::span<const store::SyncTombstone> batch) -> Result<void> {
    std::int64_t removed = 0;
    TRY_VOID(with_target([&](store::Connection& to) -> Result<void> {
      std::vector<std::string> gone;
      for (const store::SyncTombstone& each : batch) {
        if (find_id(to_.contents.memories, each.id)) {
          if (TRY(is_deletion(from, to, each)))
            gone.push_back(each.id);
        } else if (!dry_run_) {
          TRY_VOID(store::note_deletion(to, each));
        }
      }
      removed = static_cast<std::int64_t>(gone.size());
      if (dry_run_)
        return {};
      return record_ids(to, engine_, event::deletions_synced, gone,
                        [](const auto& ids) { return Payload().add("ids", ids); });
    }));
    flow_.removed += removed;
    return {};
  });
}

Result<void> SyncRun::take_memories(store::Connection& from) {
  std::vector<Key> differing;
  for (const store::SyncMemory& there : from_.contents.memories) {
    const auto* here = find_id(to_.contents.memories, there.id);
    if (here && here->updated_at == there.updated_at && here->state == there.state)
      ++flow_.same;
    else
      differing.push_back(there.key);
  }
  std::ranges::sort(differing);
  const bool empty = to_.contents.memories.empty();
  std::int64_t looked_at = flow_.same;
  return in_batches(differing, [&](std::span<const Key> batch) -> Result<void> {
    auto memories = TRY(store::by_keys(from, batch));
    // The text index is written in order of namespaces (store/sqlite/text_functions.h).
    std::ranges::stable_sort(memories, {}, &Memory::name_space);
    SyncFlow flow;
    std::map<std::string, std::string, std::less<>> survivors;
    TRY_VOID(with_target([&](store::Connection& to) -> Result<void> {
      flow = flow_;
      survivors.clear();
      SyncTaking taking(engine_, from, to, !dry_run_);
      for (const Memory& memory : memories) {
        const auto deleted_at = TRY(store::deleted_at(to, memory.id));
        const auto outcome = TRY(taking.take(memory, deleted_at));
        ++(outcome == SyncTaking::Outcome::added     ? flow.added
           : outcome == SyncTaking::Outcome::changed ? flow.changed
                                                     : flow.same);
        if (!taking.lives_as().empty() && taking.lives_as() != memory.id)
          survivors.insert_or_assign(memory.id, taking.lives_as());
      }
      return store::copy_vectors(from, to, taking.written(), empty);
    }));
    flow_ = flow;
    survivors_.merge(survivors);
    tell_(looked_at += static_cast<std::int64_t>(batch.size()));
    return {};
  });
}

Result<void> SyncRun::take_links(store::Connection& from) {
  std::vector<store::SyncLink> fresh, removed;
  for (const store::SyncLink& there : from_.contents.links) {
    const auto* here = find_link(to_.contents.links, there);
    const auto* dead = find_link(to_.contents.link_tombstones, there);
    if ((!here || here->at < there.at) && (!dead || dead->at < there.at))
      fresh.push_back(there);
  }
  for (const store::SyncLink& there : from_.contents.link_tombstones) {
    const auto* dead = find_link(to_.contents.link_tombstones, there);
    if (!dead || dead->at < there.at)
      removed.push_back(there);
  }
  TRY_VOID(in_batches(removed, [&](std::span<const store::SyncLink> batch) -> Result<void> {
    if (dry_run_)
      return {};
    return with_target([&](store::Connection& to) -> Result<void> {
      for (const store::SyncLink& each : batch) {
        const auto source = TRY(store::find_by_id(to, survivor(each.source)));
        const auto target = TRY(store::find_by_id(to, survivor(each.target)));
        TRY_VOID(store::note_link_deletion(to, each));
        TRY_VOID(store::note_link_deletion(
            to, {survivor(each.source), survivor(each.target), each.relation, each.at}));
        if (source && target &&
            TRY(store::remove_link_before(to, source->key, target->key, each.relation, each.at)))
          TRY_VOID(record_link_removed(to, engine_, source->id, target->id, each.relation));
      }
      return {};
    });
  }));
  return in_batches(fresh, [&](std::span<const store::SyncLink> batch) -> Result<void> {
    std::int64_t came = 0, cycles = 0;
    TRY_VOID(with_target([&](store::Connection& to) -> Result<void> {
      came = cycles = 0;
      for (const store::SyncLink& each : batch)
        came += TRY(take_link(from, to, each, cycles)) ? 1 : 0;
      return {};
    }));
    flow_.links += came;
    flow_.cycles += cycles;
    return {};
  });
}

Result<bool> SyncRun::take_link(store::Connection& from, store::Connection& to,
                                const store::SyncLink& link, std::int64_t& cycles) {
  const auto there = TRY(store::find_link(from, link.source, link.target, link.relation));
  const std::string &source_id = survivor(link.source), &target_id = survivor(link.target);
  // By a dry run the memories of a link may be about to come.
  if (dry_run_)
    return there && !TRY(store::find_link(to, source_id, target_id, link.relation));
  const auto source = TRY(store::find_by_id(to, source_id));
  const auto target = TRY(store::find_by_id(to, target_id));
  if (!there || !source || !target || source->key == target->key)
    return false;
  const bool came = TRY(store::put_link(to, source->key, target->key, *there));
  TRY_VOID(store::drop_dead_links(to, source->key));
  if (link.relation != name_of(Relation::reflects_on))
    return came;
  for (const std::string& broken : TRY(store::break_cycles(to, source->key))) {
    ++cycles;
    log::warn("the link " + broken + " was dropped: it closed a cycle of reflections");
  }
  return came;
}

Result<void> SyncRun::take_lost_sources(store::Connection& from) {
  std::vector<std::pair<std::string, LostSource>> lost;
  TRY_VOID(store::each_lost_source(
      from, [&](const std::string& reflection_id, const LostSource& source) -> Result<void> {
        lost.emplace_back(reflection_id, source);
        return {};
      }));
  const bool came = flow_.added + flow_.changed + flow_.removed + flow_.links + flow_.cycles > 0;
  if (dry_run_ || (lost.empty() && !came))
    return {};
  return with_target([&](store::Connection& to) -> Result<void> {
    for (const auto& [reflection_id, source] : lost)
      if (const auto reflection = TRY(store::find_by_id(to, survivor(reflection_id))))
        TRY_VOID(store::put_lost_source(to, reflection->key, source));
    return settle_reflections(to);
  });
}

Result<void> SyncRun::take_standards(store::Connection& from) {
  std::vector<StandardRow> standards;
  TRY_VOID(store::each_standard(from, [&](const StandardRow& row) -> Result<void> {
    standards.push_back(row);
    return {};
  }));
  const auto cleared = TRY(store::cleared_standards(from));
  if (dry_run_ || (standards.empty() && cleared.empty()))
    return {};
  return with_target([&](store::Connection& to) -> Result<void> {
    std::map<std::string, Time, std::less<>> gone;
    for (auto& each : TRY(store::cleared_standards(to))) gone[each.name_space] = each.cleared_at;
    for (const StandardRow& there : standards) {
      const auto here = TRY(store::find_standard(to, there.name_space));
      const auto dead = gone.find(there.name_space);
      // Here its memory may have gone and come again.
      const bool lost = here && !here->id && there.id && here->updated_at == there.updated_at;
      if ((here && here->updated_at >= there.updated_at && !lost) ||
          (dead != gone.end() && dead->second >= there.updated_at))
        continue;
      std::optional<Memory> memory;
      if (there.id)
        memory = TRY(store::find_by_id(to, survivor(*there.id)));
      TRY_VOID(store::put_standard(to, there, memory ? std::optional(memory->key) : std::nullopt));
    }
    for (const store::ClearedStandard& each : cleared) {
      const auto here = TRY(store::find_standard(to, each.name_space));
      if (here && here->updated_at > each.cleared_at)
        continue;
      if (TRY(store::clear_standard(to, each.name_space, each.cleared_at)))
        TRY_VOID(record_standard_cleared(to, engine_, each.name_space));
    }
    return {};
  });
}

}  // namespace aim::engine
