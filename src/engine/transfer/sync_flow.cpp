#include "engine/transfer/sync_flow.h"

#include <cmath>

#include "base/log.h"
#include "base/utf8.h"
#include "engine/audit/events.h"
#include "engine/history/versions.h"
#include "engine/relate.h"
#include "engine/transfer/join_memories.h"
#include "engine/transfer/memory_sync.h"
#include "engine/vectors/vectorize.h"
#include "memory/row_rules.h"
#include "memory/titles.h"
#include "store/links.h"
#include "store/maintenance.h"
#include "store/search.h"
#include "store/types.h"

namespace aim::engine {
namespace {

constexpr std::int64_t worth_settling = 500;  // new memories
constexpr std::size_t at_once = 500;          // rows a transaction
constexpr std::size_t read_at_once = 8;       // memories of strangers, which may be large

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

Link link_of(const store::SyncLink& row) {
  const Timestamp time = at(time_from_nanoseconds(row.at));
  return {row.source, row.target, row.relation, time, time};
}

// Whether it can be one of ours: what another database says of itself decides how much memory is
// taken.
bool is_plausible(const store::Channel& channel) {
  constexpr std::size_t max_dimension = 8'192, max_name = 200;
  return channel.number > 0 && channel.dimension > 0 && channel.dimension <= max_dimension &&
         !channel.model.empty() && channel.model.size() <= max_name &&
         channel.engine.size() <= max_name && utf8::is_valid(channel.model) &&
         utf8::is_valid(channel.engine);
}

// Vectors of memories whose texts are the same in both databases: {key there, key here}. Of the
// models that are here, or of all.
Result<void> copy_vectors(store::Reader& from, store::Writer& to,
                          const std::vector<std::pair<Key, Key>>& memories, bool all_models) {
  if (memories.empty())
    return {};
  std::vector<Key> keys;
  for (const auto& [there, here] : memories) keys.push_back(there);
  const auto known = TRY(to.search.channels());
  for (const store::Channel& channel : TRY(from.search.channels())) {
    const bool is_here = std::ranges::any_of(known, [&](const store::Channel& each) {
      return each.is_of(channel.model, channel.engine, channel.dimension);
    });
    if ((!is_here && !all_models) || !is_plausible(channel))
      continue;
    auto vectors = TRY(from.search.vectors_of(channel, keys));
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      vectors[i].key = memories[i].second;
      // One that could not be made, or is none, is made here.
      for (store::VectorRow& row : vectors[i].rows)
        if (row.head.failed != 0 || !std::isfinite(row.head.scale))
          row = {};
    }
    TRY_VOID(to.search.write_vectors(TRY(to.search.channel_for(channel)), vectors));
  }
  return {};
}

// In pieces of `at_once`, each on `use`.
template <class T, class F>
Result<void> in_batches(const std::vector<T>& all, F&& use) {
  for (std::size_t at = 0; at < all.size(); at += at_once)
    TRY_VOID(use(std::span(all).subspan(at, std::min(at_once, all.size() - at))));
  return {};
}

}  // namespace

Result<void> settle_arrivals(store::Access& database, std::int64_t added, bool purged) {
  if (purged)
    return database.maintenance().wipe_deleted(database.stop());
  if (added < worth_settling)
    return {};
  return database.write(
      [&](store::Writer& writer) { return writer.search.merge_text_index(added); });
}

Result<SyncContents> contents_of(store::Reader& reader, const store::SyncMark& since) {
  SyncContents contents;
  contents.memories = TRY(reader.sync.memories(contents.too_long, since));
  contents.tombstones = TRY(reader.sync.tombstones(contents.too_long, since));
  contents.versions = TRY(reader.sync.versions(contents.too_long, since));
  contents.archive = TRY(reader.sync.archive(contents.too_long, since));
  contents.links = TRY(reader.sync.links(contents.too_long, since));
  contents.link_tombstones = TRY(reader.sync.link_tombstones(contents.too_long, since));
  return contents;
}

Result<SyncFlow> SyncRun::run() {
  flow_.refused.add("rows", refuse("id", "is longer than any may be"), {}, from_.contents.too_long);
  TRY_VOID(from_.database.read([&](store::Reader& from) -> Result<void> {
    TRY_VOID(take_archive(from));
    TRY_VOID(take_deletions(from));
    TRY_VOID(take_memories(from));
    TRY_VOID(take_histories(from));
    TRY_VOID(take_links(from));
    TRY_VOID(take_lost_sources(from));
    TRY_VOID(options_.with_standards ? take_standards(from) : Result<void>());
    return options_.kind == SyncKind::copy ? Result<void>() : take_transcripts(from);
  }));
  return flow_;
}

Result<void> SyncRun::take_histories() {
  return from_.database.read([&](store::Reader& from) -> Result<void> {
    from_.contents.versions = TRY(from.sync.versions(from_.contents.too_long));
    return take_histories(from);
  });
}

Result<void> SyncRun::with_target(const store::Store::Write& use) {
  TRY_VOID(from_.database.go_on());
  TRY_VOID(to_.database.go_on());
  return to_.database.write(use);
}

Result<void> SyncRun::look_at_target(const Look& use) {
  if (!options_.dry_run)
    return with_target([&](store::Writer& to) { return use(to, &to); });
  TRY_VOID(from_.database.go_on());
  TRY_VOID(to_.database.go_on());
  return to_.database.read([&](store::Reader& to) { return use(to, nullptr); });
}

bool SyncRun::may_come(std::string_view what, std::string_view id, const Result<void>& checked) {
  if (from_.ours || checked)
    return true;
  flow_.refused.add(what, checked.error(), id);
  return false;
}

const std::string& SyncRun::survivor(const std::string& id) const {
  const auto found = survivors_.find(id);
  return found == survivors_.end() ? id : found->second;
}

// What was changed here since, or was deleted here after it was archived there, was restored or
// purged: that is not undone.
Result<void> SyncRun::take_archive(store::Reader& from) {
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
  if (options_.dry_run)
    return {};
  return in_batches(ids, [&](std::span<const std::string> batch) -> Result<void> {
    return with_target([&](store::Writer& to) -> Result<void> {
      for (const std::string& id : batch) {
        const auto archived = from.memories.find_archived(id);
        if (!archived && !store::is_too_large(archived.error()))
          return Failure(archived.error());
        if (archived && !*archived)
          continue;
        if (may_come(
                "archive", id,
                archived ? check_row(**archived, engine_.clock.now()) : Failure(archived.error())))
          TRY_VOID(to.memories.add_archived(**archived));
      }
      return {};
    });
  });
}

// Between databases not when the memory lives on there under another id of the same title: then it
// is no deletion, but two that became one.
Result<bool> SyncRun::is_deletion(store::Reader& from, store::Reader& to, store::Writer* writer,
                                  const store::SyncTombstone& tombstone) {
  const auto mine = TRY(to.memories.find_by_id(tombstone.id));
  if (!mine || mine->updated_at.nanoseconds() > tombstone.deleted_at)
    return false;
  const auto holder =
      options_.kind == SyncKind::databases
          ? TRY(acceptable(from.memories.find_by_title(mine->name_space, mine->title),
                           engine_.clock.now(), from_.ours))
          : std::nullopt;
  if (holder && holder->created_at.nanoseconds() <= tombstone.deleted_at)
    return false;
  if (writer)
    TRY_VOID(writer->memories.erase(*mine, time_from_nanoseconds(tombstone.deleted_at)));
  return true;
}

Result<void> SyncRun::take_deletions(store::Reader& from) {
  std::vector<store::SyncTombstone> fresh;
  for (const store::SyncTombstone& there : from_.contents.tombstones) {
    const auto* here = find_id(to_.contents.tombstones, there.id);
    const auto* alive = find_id(to_.contents.memories, there.id);
    const bool is_news = alive ? alive->updated_at <= there.deleted_at
                               : !here || here->deleted_at < there.deleted_at;
    if (is_news && may_come("deletions", there.id,
                            check_deletion({there.id, there.title,
                                            at(time_from_nanoseconds(there.deleted_at))},
                                           there.name_space, engine_.clock.now())))
      fresh.push_back(there);
  }
  return in_batches(fresh, [&](std::span<const store::SyncTombstone> batch) -> Result<void> {
    std::int64_t removed = 0;
    TRY_VOID(look_at_target([&](store::Reader& to, store::Writer* writer) -> Result<void> {
      std::vector<std::string> gone;
      for (const store::SyncTombstone& each : batch) {
        if (find_id(to_.contents.memories, each.id)) {
          if (!TRY(is_deletion(from, to, writer, each)))
            continue;
          gone.push_back(each.id);
        } else if (writer) {
          TRY_VOID(writer->sync.note_deletion(each));
        }
        // Without a title it was removed for good there.
        if (writer && each.title.empty()) {
          TRY(writer->memories.purge(each.id, time_from_nanoseconds(each.deleted_at)));
          flow_.purged = true;
        }
      }
      removed = static_cast<std::int64_t>(gone.size());
      if (!writer)
        return {};
      return record_ids(*writer, engine_, event::deletions_synced, gone,
                        [](const auto& ids) { return Payload().add("ids", ids); });
    }));
    flow_.removed += removed;
    return {};
  });
}

Result<void> SyncRun::take_memories(store::Reader& from) {
  std::vector<Key> differing;
  for (const store::SyncMemory& there : from_.contents.memories) {
    const auto* here = find_id(to_.contents.memories, there.id);
    if (here && here->updated_at == there.updated_at && here->state == there.state &&
        here->texts == there.texts)
      ++flow_.same;
    else
      differing.push_back(there.key);
  }
  std::ranges::sort(differing);
  const bool empty = to_.contents.memories.empty();
  std::int64_t looked_at = flow_.same;
  return in_batches(differing, [&](std::span<const Key> batch) -> Result<void> {
    auto memories = TRY(those_that_may_come(from, batch));
    store::put_in_write_order(memories, &Memory::name_space);
    TRY_VOID(options_.kind == SyncKind::databases ? take_some(from, std::move(memories), empty)
                                                  : join_some(from, std::move(memories)));
    options_.notify(looked_at += static_cast<std::int64_t>(batch.size()));
    return {};
  });
}

Result<std::vector<Memory>> SyncRun::those_that_may_come(store::Reader& from,
                                                         std::span<const Key> keys) {
  if (from_.ours)
    return from.memories.by_keys(keys);
  const Time now = engine_.clock.now();
  std::vector<Memory> good;
  const auto take = [&](std::vector<Memory> some) {
    for (Memory& memory : some)
      if (may_come("memories", memory.id, check_row(memory, now)))
        good.push_back(std::move(memory));
  };
  for (std::size_t at = 0; at < keys.size(); at += read_at_once) {
    const auto some = keys.subspan(at, std::min(read_at_once, keys.size() - at));
    auto read = from.memories.by_keys(some);
    if (read) {
      take(std::move(*read));
      continue;
    }
    // One that is too large to be read keeps the others back: they come one by one.
    for (const Key key : some) {
      auto one = from.memories.by_keys({&key, 1});
      if (!one && !store::is_too_large(one.error()))
        return one;
      if (one)
        take(std::move(*one));
      else
        may_come("memories", "", Failure(one.error()));
    }
  }
  return good;
}

Result<void> SyncRun::take_some(store::Reader& from, std::vector<Memory> memories,
                                bool all_vectors) {
  SyncFlow flow;
  std::map<std::string, std::string, std::less<>> survivors;
  TRY_VOID(look_at_target([&](store::Reader& to, store::Writer* writer) -> Result<void> {
    flow = flow_;
    survivors.clear();
    MemorySync sync(engine_, {from, from_.ours}, to, writer);
    for (const Memory& memory : memories) {
      const auto mine = TRY(to.memories.find_by_id(memory.id));
      const auto conflict = mine ? is_conflict(from, to, *mine, memory) : false;
      if (!conflict && !store::is_too_large(conflict.error()))
        return Failure(conflict.error());
      const auto deleted_at = TRY(to.sync.deleted_at(memory.id));
      const auto outcome = TRY(sync.take(memory, deleted_at));
      ++(outcome == MemorySync::Outcome::added     ? flow.added
         : outcome == MemorySync::Outcome::changed ? flow.changed
                                                   : flow.same);
      if (!sync.surviving_id().empty() && sync.surviving_id() != memory.id)
        survivors.insert_or_assign(memory.id, sync.surviving_id());
      if (writer && conflict.value_or(false))
        TRY_VOID(keep_conflict(*writer, *mine, memory));
    }
    return writer ? copy_vectors(from, *writer, sync.written(), all_vectors) : Result<void>();
  }));
  flow_ = flow;
  survivors_.merge(survivors);
  return {};
}

Result<void> SyncRun::join_some(store::Reader& from, std::vector<Memory> memories) {
  std::int64_t added = 0, changed = 0;
  std::vector<std::string> kept;
  TRY_VOID(with_target([&](store::Writer& to) -> Result<void> {
    if (options_.kind == SyncKind::copy) {
      for (Memory& memory : memories) {
        TRY_VOID(to.memories.insert(memory));
        if (is_beside(memory))
          beside_.push_back(memory.id);
      }
      return {};
    }
    JoinMemories join(from, to);
    TRY_VOID(join.take(memories));
    added = join.added(), changed = join.changed();
    kept = join.kept();
    return keep_by_table(to, engine_.embeddings, join.written());
  }));
  flow_.added += added, flow_.changed += changed;
  kept_.insert(kept.begin(), kept.end());
  return {};
}

// After the memories, which leave versions of their own here.
Result<void> SyncRun::take_histories(store::Reader& from) {
  std::int64_t ignored = 0;
  std::vector<store::SyncVersions> here;
  TRY_VOID(to_.database.read([&](store::Reader& to) -> Result<void> {
    here = TRY(to.sync.versions(ignored));
    return {};
  }));
  std::vector<std::string> differing;
  for (const store::SyncVersions& there : from_.contents.versions)
    if (const auto* known = find_id(here, there.id);
        options_.kind == SyncKind::devices || !known || *known != there)
      differing.push_back(there.id);
  if (options_.dry_run)
    return {};
  const Time oldest = engine_.clock.now() - engine_.options.keep_versions;
  return in_batches(differing, [&](std::span<const std::string> batch) -> Result<void> {
    return with_target([&](store::Writer& to) -> Result<void> {
      for (const std::string& id : batch) {
        auto read = from.memories.all_versions_of(id);
        if (!read && from_.ours)
          return Failure(read.error());
        if (!read) {
          may_come("versions", id, Failure(read.error()));
          continue;
        }
        std::vector<store::Version>& versions = *read;
        // A memory that was removed for good here stays so.
        const auto* dead = find_id(to_.contents.tombstones, id);
        const Time purged =
            dead && dead->title.empty() ? time_from_nanoseconds(dead->deleted_at) : Time::min();
        std::erase_if(versions, [&](const store::Version& each) {
          const bool comes =
              each.change == "cut" || may_come("versions", id, check_row(each.memory, each.until));
          return !comes || each.until < oldest || each.until <= purged;
        });
        TRY(take_versions(to, id, std::move(versions)));
      }
      return {};
    });
  });
}

Result<void> SyncRun::take_links(store::Reader& from) {
  std::vector<store::SyncLink> fresh, removed;
  for (const store::SyncLink& there : from_.contents.links) {
    const auto* here = find_link(to_.contents.links, there);
    const auto* dead = find_link(to_.contents.link_tombstones, there);
    if ((!here || here->at < there.at) && (!dead || dead->at < there.at) &&
        may_come("links", there.source, check_row(link_of(there), engine_.clock.now())))
      fresh.push_back(there);
  }
  for (const store::SyncLink& there : from_.contents.link_tombstones) {
    const auto* dead = find_link(to_.contents.link_tombstones, there);
    if ((!dead || dead->at < there.at) &&
        may_come("removed links", there.source, check_row(link_of(there), engine_.clock.now())))
      removed.push_back(there);
  }
  TRY_VOID(in_batches(removed, [&](std::span<const store::SyncLink> batch) -> Result<void> {
    if (options_.dry_run)
      return {};
    return with_target([&](store::Writer& to) -> Result<void> {
      for (const store::SyncLink& each : batch) {
        const auto source = TRY(to.memories.find_by_id(survivor(each.source)));
        const auto target = TRY(to.memories.find_by_id(survivor(each.target)));
        TRY_VOID(to.sync.note_link_deletion(each));
        TRY_VOID(to.sync.note_link_deletion(
            {survivor(each.source), survivor(each.target), each.relation, each.at}));
        if (source && target &&
            TRY(to.links.remove_before(source->key, target->key, each.relation, each.at)))
          TRY_VOID(record_link_removed(to, engine_, source->id, target->id, each.relation));
      }
      return {};
    });
  }));
  return in_batches(fresh, [&](std::span<const store::SyncLink> batch) -> Result<void> {
    std::int64_t came = 0, cycles = 0;
    TRY_VOID(look_at_target([&](store::Reader& to, store::Writer* writer) -> Result<void> {
      came = cycles = 0;
      for (const store::SyncLink& each : batch)
        came += TRY(take_link(from, to, writer, each, cycles)) ? 1 : 0;
      return {};
    }));
    flow_.links += came;
    flow_.cycles += cycles;
    return {};
  });
}

Result<bool> SyncRun::take_link(store::Reader& from, store::Reader& to, store::Writer* writer,
                                const store::SyncLink& link, std::int64_t& cycles) {
  const auto there = TRY(from.links.find(link.source, link.target, link.relation));
  const std::string &source_id = survivor(link.source), &target_id = survivor(link.target);
  // By a dry run the memories of a link may be about to come.
  if (!writer)
    return there && !TRY(to.links.find(source_id, target_id, link.relation));
  const auto source = TRY(to.memories.find_by_id(source_id));
  const auto target = TRY(to.memories.find_by_id(target_id));
  if (there && options_.kind == SyncKind::devices && (!source || !target))
    TRY_VOID(writer->sync.note_lost_link(*there));
  if (!there || !source || !target || source->key == target->key)
    return false;
  const bool came = TRY(writer->links.put(source->key, target->key, *there));
  TRY_VOID(writer->sync.drop_dead_links(source->key));
  if (link.relation != name_of(Relation::reflects_on))
    return came;
  for (const std::string& broken : TRY(writer->links.break_cycles(source->key))) {
    ++cycles;
    log::warn("the link " + broken + " was dropped: it closed a cycle of reflections");
  }
  return came;
}

Result<void> SyncRun::take_lost_sources(store::Reader& from) {
  std::vector<std::pair<std::string, LostSource>> lost;
  TRY_VOID(from.links.each_lost_source(
      [&](const std::string& reflection_id, const LostSource& source) -> Result<void> {
        if (may_come("lost sources", reflection_id, check_row(source, engine_.clock.now())))
          lost.emplace_back(reflection_id, source);
        return {};
      }));
  const bool came = flow_.added + flow_.changed + flow_.removed + flow_.links + flow_.cycles > 0;
  if (options_.dry_run || (lost.empty() && !came))
    return {};
  return with_target([&](store::Writer& to) -> Result<void> {
    for (const auto& [reflection_id, source] : lost)
      if (const auto reflection = TRY(to.memories.find_by_id(survivor(reflection_id))))
        TRY_VOID(to.links.put_lost_source(reflection->key, source));
    return settle_reflections(to);
  });
}

}  // namespace aim::engine
