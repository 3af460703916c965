#include "engine/history/versions.h"

#include "engine/archive.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/lookup/names_today.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/rules.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::int64_t all = 1'000'000;

Failure no_version(const std::string& id, std::int64_t version) {
  return Failure(missing("the memory " + id + " has no version " + std::to_string(version)));
}

}  // namespace

Result<std::vector<MemoryState>> history(Engine& engine, std::string_view id, std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<MemoryState>> {
    const std::string full = TRY(find_versioned_id(reader, id));
    std::vector<MemoryState> states;
    if (auto present = TRY(reader.memories.find_by_id(full)))
      states.push_back({0, present->created_at, {}, {}, {}, std::move(*present)});
    for (store::Version& each : TRY(reader.memories.versions_of(full, limit + 1))) {
      if (!states.empty())
        states.back().from = at(each.until);
      const Timestamp created = each.memory.created_at;
      states.push_back({each.version, created, at(each.until), std::move(each.change),
                        std::move(each.by), std::move(each.memory)});
    }
    if (states.empty())
      return Failure(missing("no version of the memory " + full + " is kept"));
    if (static_cast<std::int64_t>(states.size()) > limit)
      states.resize(static_cast<std::size_t>(limit));
    return states;
  });
}

Result<std::vector<store::LinkChange>> link_changes(Engine& engine, std::string_view id,
                                                    std::int64_t limit) {
  return engine.database.read(
      [&](store::Reader& reader) { return reader.links.changes_of(id, limit); });
}

Result<Memory> restore_version(Engine& engine, std::string_view id, std::int64_t version) {
  const Time now = engine.clock.now();
  return write_step(engine, "update", [&](store::Writer& writer) -> Result<Memory> {
    const std::string full = TRY(find_versioned_id(writer, id));
    auto versions = TRY(writer.memories.versions_of(full, all));
    const auto chosen = std::ranges::find(versions, version, &store::Version::version);
    if (chosen == versions.end())
      return no_version(full, version);
    Memory memory = std::move(chosen->memory);
    memory.name_space = TRY(NamesToday::read(writer)).of(memory.name_space);
    const auto other = TRY(title_holder(writer, engine, memory.name_space, memory.title, now));
    if (other && other->id != memory.id)
      return Failure(title_taken(*other));
    const auto present = TRY(writer.memories.find_by_id(full));
    if (!present) {
      TRY_VOID(bring_back(writer, engine, {memory, at(now), "version", {}, {}}, now));
      TRY(writer.memories.remove_archived(full));
      return find_memory(writer, full);
    }
    memory.key = present->key;
    memory.access_count = present->access_count;
    memory.last_accessed_at = present->last_accessed_at;
    memory.reinforcement = present->reinforcement;
    memory.updated_at = at(time_of_change(*present, now));
    TRY_VOID(replace_memory(writer, engine, *present, memory));
    TRY_VOID(keep_by_table(writer, engine.embeddings, {&memory, 1}));
    return memory;
  });
}

Result<void> erase_versions(Engine& engine, const std::string& id) {
  return engine.database.write([&](store::Writer& writer) {
    return writer.memories.erase_versions(id, engine.clock.now());
  });
}

Result<std::int64_t> prune_versions(Engine& engine, bool dry_run) {
  const auto& options = engine.options;
  const Time now = engine.clock.now(), before = now - options.keep_versions;
  std::vector<store::VersionLimits> limits{{before, options.max_version_bytes}};
  for (const auto& [name_space, kept] : options.versions_of)
    limits.push_back({now - kept.keep.value_or(options.keep_versions),
                      kept.max_bytes.value_or(options.max_version_bytes), name_space});
  std::int64_t count = 0;
  // A database that nothing has to leave is not written to.
  const bool any = TRY(engine.database.read([&](store::Reader& reader) -> Result<bool> {
    for (const auto& each : limits) count += TRY(reader.memories.count_versions_beyond(each));
    return count > 0 || TRY(reader.memories.any_undo_before(before));
  }));
  if (any && !dry_run)
    TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
      for (const auto& each : limits) TRY_VOID(writer.memories.prune_versions(each));
      return writer.memories.prune_undo(before);
    }));
  return count;
}

}  // namespace aim::engine
