#include "engine/archive.h"

#include "engine/audit/events.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/lookup/names_today.h"
#include "engine/relate.h"
#include "engine/untitled/file_entries.h"
#include "engine/upkeep.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/sync.h"

namespace aim::engine {
namespace {
constexpr std::int64_t at_once = 500;  // memories a transaction
constexpr std::int64_t most_links = 1'000;

std::optional<Time> days_ago(const Engine& engine, std::optional<std::int64_t> days) {
  if (!days)
    return std::nullopt;
  return engine.clock.now() - std::chrono::hours(24) * *days;
}

}  // namespace

Result<std::int64_t> collect_expired(Engine& engine, const std::function<bool()>& stop,
                                     const std::function<void(std::int64_t done)>& notify) {
  const Time now = engine.clock.now();
  std::int64_t total = 0;
  if (engine.collections)
    ++engine.collections->rounds;
  // Most rounds find nothing, and a look needs no lock.
  if (TRY(count_expired(engine)) == 0)
    return total;
  for (;;) {
    const auto collected =
        TRY(engine.database.write([&](store::Writer& writer) -> Result<std::int64_t> {
          const auto memories = TRY(writer.memories.expired(now, at_once));
          TRY_VOID(collect(writer, engine, memories, now));
          return static_cast<std::int64_t>(memories.size());
        }));
    total += collected;
    if (engine.collections)
      engine.collections->memories += collected;
    if (notify)
      notify(total);
    if (collected < at_once || (stop && stop()))
      return total;
    TRY_VOID(engine.database.go_on());
  }
}

Result<std::int64_t> count_expired(Engine& engine) {
  return engine.database.read(
      [&](store::Reader& reader) { return reader.memories.count_expired(engine.clock.now()); });
}

Result<void> restore_links(store::Writer& writer, const Memory& memory,
                           const std::vector<Link>& links) {
  for (const Link& link : links) {
    const bool goes_out = link.source_id == memory.id;
    const std::string& id = goes_out ? link.target_id : link.source_id;
    const auto other = TRY(writer.memories.find_by_id(id));
    if (!other)
      TRY_VOID(writer.memories.keep_archived_link(id, link));
    else
      TRY(writer.links.put(goes_out ? memory.key : other->key, goes_out ? other->key : memory.key,
                           link));
  }
  return {};
}

std::vector<std::string> sources_removed(std::span<const store::LinkChange> changes,
                                         const std::string& id) {
  std::vector<std::string> sources;
  for (const store::LinkChange& each : changes)
    if (!each.made && each.link.source_id == id &&
        each.link.relation == name_of(Relation::reflects_on))
      sources.push_back(each.link.target_id);
  return sources;
}

Result<void> bring_back(store::Writer& writer, Engine& engine, const Archived& archived, Time now) {
  Memory memory = archived.memory;
  // After its deletion, whatever clock that was made by.
  const auto gone = time_from_nanoseconds(TRY(writer.sync.deleted_at(memory.id)));
  memory.updated_at = at(std::max(now, gone + std::chrono::nanoseconds(1)));
  TRY_VOID(writer.memories.insert(memory));
  TRY_VOID(writer.memories.note_return(memory, now));
  TRY_VOID(keep_by_table(writer, engine.embeddings, {&memory, 1}));
  TRY_VOID(relink(writer, memory, archived.source_ids, now));
  return restore_links(writer, memory, archived.links);
}

namespace {

// The full id of one in the archive, or else of one with versions.
Result<std::string> archived_or_versioned_id(store::Reader& reader, const std::string& id) {
  auto full = find_archived_id(reader, id);
  if (!full && full.error().code == Code::not_found)
    if (auto versioned = find_versioned_id(reader, id))
      full = std::move(versioned);
  return full;
}

// A reflection is linked with its sources apart, and a standard is set by its user.
bool comes_back(const Link& link) {
  return link.relation != name_of(Relation::reflects_on) &&
         link.relation != store::standard_relation;
}

// Nothing when it is there, or its deletion is not its last version, or it was collected while
// archiving was off (A8).
Result<std::optional<Archived>> deleted_memory(store::Reader& reader, const std::string& id) {
  auto versions = TRY(reader.memories.versions_of(id, 1));
  if (versions.empty() || versions.front().change != "delete" || versions.front().had_expired() ||
      TRY(reader.memories.find_by_id(id)))
    return std::optional<Archived>();
  store::Version& last = versions.front();
  return std::optional(Archived{std::move(last.memory), at(last.until), last.change, {}, {}});
}

// Whether a deletion of the memory was that change.
Result<bool> was_deleted_at(store::Reader& reader, const std::string& id, Time time) {
  return std::ranges::any_of(TRY(reader.memories.all_versions_of(id)), [&](const auto& each) {
    return each.change == "delete" && each.until == time;
  });
}

// Links that a deleted memory had, or would have if the other end had not been deleted before it.
Result<std::vector<Link>> links_lost(store::Reader& reader, const std::string& id, Time deleted,
                                     std::span<const store::LinkChange> changes) {
  std::vector<Link> links;
  std::set<std::tuple<std::string, std::string, std::string>> looked;
  for (const auto& [at, made, link, by, parent] : changes) {
    const bool is_last =
        looked.emplace(link.source_id, link.target_id, link.relation).second && !made;
    if (!is_last || !comes_back(link))
      continue;
    const std::string& other = link.source_id == id ? link.target_id : link.source_id;
    if (at == deleted || TRY(was_deleted_at(reader, other, at)))
      links.push_back(link);
  }
  return links;
}

// In the archive, or deleted while a version of it is kept.
Result<Archived> gone_memory(store::Reader& reader, const std::string& id) {
  const std::string full = TRY(archived_or_versioned_id(reader, id));
  if (auto archived = TRY(reader.memories.find_archived(full)))
    return std::move(*archived);
  auto deleted = TRY(deleted_memory(reader, full));
  if (!deleted)
    return Failure(missing("not found in the archive: \"" + id + "\""));
  const Time time = deleted->archived_at.time;
  auto changes = TRY(reader.links.changes_of(full, most_links));
  deleted->links = TRY(links_lost(reader, full, time, changes));
  std::erase_if(changes, [&](const store::LinkChange& each) { return each.at != time; });
  deleted->source_ids = sources_removed(changes, full);
  return std::move(*deleted);
}

}  // namespace

Result<std::vector<Archived>> list_archive(Engine& engine, store::GoneFilter filter,
                                           std::int64_t limit, std::int64_t offset) {
  filter.without_source = file_source;
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Archived>> {
    std::vector<Archived> page;
    for (const store::GoneMemory& each : TRY(reader.memories.gone(filter, limit, offset)))
      if (auto gone = TRY(each.is_archived ? reader.memories.find_archived(each.id)
                                           : deleted_memory(reader, each.id)))
        page.push_back(std::move(*gone));
    return page;
  });
}

Result<std::optional<Archived>> gone_memory_of(Engine& engine, const std::string& id) {
  const auto of_title = gone_id_of_title(engine, id, "id");
  if (!of_title)
    return std::optional<Archived>();
  return engine.database.read([&](store::Reader& reader) -> Result<std::optional<Archived>> {
    auto gone = gone_memory(reader, of_title->value_or(id));
    if (!gone || TRY(reader.memories.find_by_id(gone->memory.id)))
      return std::optional<Archived>();
    return std::optional(std::move(*gone));
  });
}

Result<Memory> restore(Engine& engine, const std::string& id) {
  const Time now = engine.clock.now();
  return engine.database.write([&](store::Writer& writer) -> Result<Memory> {
    auto archived = TRY(gone_memory(writer, id));
    Memory& memory = archived.memory;
    memory.name_space = TRY(NamesToday::read(writer)).of(memory.name_space);
    const std::string full = memory.id;
    if (TRY(writer.memories.find_by_id(full)))
      return Failure(conflict("a memory with the id " + full + " already exists"));
    TRY_VOID(writer.memories.begin_step());
    if (const auto other = TRY(title_holder(writer, engine, memory.name_space, memory.title, now)))
      return Failure(title_taken(*other));
    memory.tier = Tier::long_term;
    memory.expires_at.reset();
    memory.deadline = false;
    TRY_VOID(bring_back(writer, engine, archived, now));
    // The undo of the one archives it again, of the other deletes it.
    const bool was_archived = TRY(writer.memories.remove_archived(full));
    TRY_VOID(writer.memories.end_step(was_archived ? "restore" : "update", now));
    return TRY(find_memory(writer, memory.id));
  });
}

Result<std::int64_t> purge_archive(Engine& engine, std::optional<std::int64_t> older_than_days) {
  const auto before = days_ago(engine, older_than_days);
  const auto purged = TRY(engine.database.write([&](store::Writer& writer) -> Result<std::int64_t> {
    const auto gone = TRY(writer.memories.purge_archived(before));
    // Else a sync would bring them back from another device. One that lives again, as by an import,
    // keeps its history.
    for (const std::string& id : gone)
      if (!TRY(writer.memories.find_by_id(id)))
        TRY_VOID(writer.memories.erase_versions(id, engine.clock.now()));
    TRY_VOID(record_ids(writer, engine, event::archive_purged, gone,
                        [](const auto& ids) { return Payload().add("ids", ids); }));
    return static_cast<std::int64_t>(gone.size());
  }));
  if (purged > 0)
    TRY_VOID(wipe_deleted(engine));
  return purged;
}

namespace {

Result<std::string> find_gone_id(store::Reader& reader, const std::string& id) {
  const std::string gone = TRY(archived_or_versioned_id(reader, id));
  if (TRY(reader.memories.find_by_id(gone)))
    return Failure(conflict("the memory is not in the archive: " + gone));
  return gone;
}

}  // namespace

Result<std::string> purge_one(Engine& engine, const std::string& id, bool dry_run) {
  if (dry_run)
    return engine.database.read([&](store::Reader& reader) { return find_gone_id(reader, id); });
  const Time now = engine.clock.now();
  auto purged = TRY(engine.database.write([&](store::Writer& writer) -> Result<std::string> {
    std::string gone = TRY(find_gone_id(writer, id));
    TRY(writer.memories.purge(gone, now));
    Payload payload;
    payload.add("ids", std::vector{gone});
    TRY_VOID(record(writer, engine, event::archive_purged, payload));
    return gone;
  }));
  TRY_VOID(wipe_deleted(engine));
  return purged;
}

Result<std::int64_t> count_archive(Engine& engine, std::optional<std::int64_t> older_than_days) {
  const auto before = days_ago(engine, older_than_days);
  return engine.database.read(
      [&](store::Reader& reader) { return reader.memories.count_archived(before); });
}

Result<ArchiveStats> archive_stats(Engine& engine) {
  return engine.database.read(
      [&](store::Reader& reader) { return reader.memories.archive_stats(); });
}

}  // namespace aim::engine
