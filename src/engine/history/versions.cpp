#include "engine/history/versions.h"

#include <algorithm>
#include <utility>

#include "engine/archive.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/replace_memory.h"
#include "engine/undo.h"
#include "engine/vectors/vectorize.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::int64_t all = 1'000'000;
constexpr std::int64_t few = 1'000;  // versions, which take no time to read

Failure no_version(const std::string& id, std::int64_t version) {
  return Failure(missing("the memory " + id + " has no version " + std::to_string(version)));
}

}  // namespace

Result<std::vector<MemoryState>> history(Engine& engine, std::string_view id, std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<MemoryState>> {
    const std::string full = TRY(find_versioned_id(reader, id));
    std::vector<MemoryState> states;
    if (auto present = TRY(reader.memories.find_by_id(full)))
      states.push_back({0, present->created_at, {}, {}, std::move(*present)});
    for (store::Version& each : TRY(reader.memories.versions_of(full, limit + 1))) {
      if (!states.empty())
        states.back().from = at(each.until);
      const Timestamp created = each.memory.created_at;
      states.push_back(
          {each.version, created, at(each.until), std::move(each.change), std::move(each.memory)});
    }
    if (states.empty())
      return Failure(missing("no version of the memory " + full + " is kept"));
    if (static_cast<std::int64_t>(states.size()) > limit)
      states.resize(static_cast<std::size_t>(limit));
    return states;
  });
}

Result<Memory> restore_version(Engine& engine, std::string_view id, std::int64_t version) {
  const Time now = engine.clock.now();
  return engine.database.write([&](store::Writer& writer) -> Result<Memory> {
    const std::string full = TRY(find_versioned_id(writer, id));
    auto versions = TRY(writer.memories.versions_of(full, all));
    const auto chosen = std::ranges::find(versions, version, &store::Version::version);
    if (chosen == versions.end())
      return no_version(full, version);
    Memory memory = std::move(chosen->memory);
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
    memory.updated_at = at(now);
    TRY_VOID(keep_updated(writer, *present, now));
    TRY_VOID(replace_memory(writer, engine, *present, memory));
    TRY_VOID(keep_by_table(writer, engine.embeddings, {&memory, 1}));
    return memory;
  });
}

Result<void> erase_versions(Engine& engine, const std::string& id) {
  return engine.database.write(
      [&](store::Writer& writer) { return writer.memories.erase_versions(id); });
}

namespace {

// To add up the bytes of all versions reads them all: only after a quarter more were written.
Result<bool> is_to_be_weighed(store::Reader& reader, std::int64_t newest, std::int64_t oldest) {
  constexpr std::int64_t share = 4;
  const auto last = TRY(reader.records.fact(store::versions_weighed)).value_or(0);
  return newest - oldest < few || newest - last > (last - oldest) / share;
}

}  // namespace

Result<void> prune_versions(Engine& engine) {
  store::VersionLimits limits{engine.clock.now() - engine.options.keep_versions, {}};
  // A database that nothing has to leave is not written to.
  std::int64_t last = 0, weighed = 0;
  const bool any_undo = TRY(engine.database.read([&](store::Reader& reader) -> Result<bool> {
    const auto [oldest, newest] = TRY(reader.memories.version_numbers());
    if (TRY(is_to_be_weighed(reader, newest, oldest))) {
      limits.max_bytes = engine.options.max_version_bytes;
      weighed = newest - oldest < few ? 0 : newest;
    }
    last = TRY(reader.memories.last_version_beyond(limits));
    return reader.memories.any_undo_before(limits.before);
  }));
  if (last == 0 && weighed == 0 && !any_undo)
    return {};
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    if (weighed > 0)
      TRY_VOID(writer.records.set_fact(store::versions_weighed, weighed));
    TRY_VOID(writer.memories.prune_versions(last));
    return writer.memories.prune_undo(limits.before);
  });
}

}  // namespace aim::engine
