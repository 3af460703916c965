#include "engine/archive.h"

#include <atomic>

#include "engine/events.h"
#include "engine/ids.h"
#include "engine/reflect.h"
#include "engine/title.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/text_index.h"

namespace aim::engine {
namespace {
constexpr std::int64_t at_once = 500;     // memories a transaction
constexpr std::int64_t merge_pages = 64;  // of the text index, a transaction

// Of the process, like its processor time; no behaviour depends on them.
std::atomic<std::int64_t> rounds_done = 0, memories_collected = 0;

std::optional<Time> days_ago(const Engine& engine, std::optional<std::int64_t> days) {
  if (!days)
    return std::nullopt;
  return engine.clock.now() - std::chrono::hours(24) * *days;
}

}  // namespace

Result<std::int64_t> collect_expired(Engine& engine, const std::function<bool()>& stop,
                                     const std::function<void(std::int64_t done)>& tell) {
  const Time now = engine.clock.now();
  std::int64_t total = 0;
  ++rounds_done;
  // Most rounds find nothing, and a look needs no lock.
  if (TRY(count_expired(engine)) == 0)
    return total;
  for (;;) {
    const auto collected =
        TRY(engine.database.write([&](store::Connection& connection) -> Result<std::int64_t> {
          const auto memories = TRY(store::expired(connection, now, at_once));
          TRY_VOID(collect(connection, engine, memories, now));
          return static_cast<std::int64_t>(memories.size());
        }));
    total += collected;
    memories_collected += collected;
    if (tell)
      tell(total);
    if (collected < at_once || (stop && stop()))
      return total;
    TRY_VOID(engine.database.go_on());
  }
}

Collections collections() {
  return {rounds_done, memories_collected};
}

Result<std::int64_t> count_expired(Engine& engine) {
  return engine.database.read([&](store::Connection& connection) {
    return store::count_expired(connection, engine.clock.now());
  });
}

Result<void> tend_index(Engine& engine, const std::function<bool()>& stop) {
  while (!stop || !stop()) {
    const bool more = TRY(engine.database.write(
        [](store::Connection& connection) { return store::tend_text(connection, merge_pages); }));
    if (!more)
      break;
  }
  return {};
}

Result<std::vector<Archived>> list_archive(Engine& engine, const std::string& name_space,
                                           std::int64_t limit, std::int64_t offset) {
  return engine.database.read([&](store::Connection& connection) {
    return store::list_archived(connection, name_space, limit, offset);
  });
}

Result<Memory> restore(Engine& engine, const std::string& id) {
  const Time now = engine.clock.now();
  return engine.database.write([&](store::Connection& connection) -> Result<Memory> {
    const std::string full = TRY(find_archived_id(connection, id));
    auto archived = TRY(store::find_archived(connection, full));
    if (!archived)
      return Failure(missing("not found in the archive: \"" + id + "\""));
    Memory memory = std::move(archived->memory);
    if (TRY(store::find_by_id(connection, memory.id)))
      return Failure(conflict("a memory with the id " + memory.id + " is there already"));
    if (const auto other =
            TRY(title_holder(connection, engine, memory.name_space, memory.title, now)))
      return Failure(title_taken(*other));
    memory.tier = Tier::long_term;
    memory.expires_at.reset();
    memory.updated_at = at(now);
    TRY_VOID(store::insert(connection, memory));
    TRY_VOID(relink(connection, memory, archived->source_ids, now));
    TRY_VOID(store::remove_archived(connection, full));
    return memory;
  });
}

Result<std::int64_t> purge_archive(Engine& engine, std::optional<std::int64_t> older_than_days) {
  const auto before = days_ago(engine, older_than_days);
  return engine.database.write([&](store::Connection& connection) -> Result<std::int64_t> {
    const auto gone = TRY(store::purge_archived(connection, before));
    TRY_VOID(record_ids(connection, engine, event::archive_purged, gone,
                        [](const auto& ids) { return Payload().add("ids", ids); }));
    return static_cast<std::int64_t>(gone.size());
  });
}

Result<std::int64_t> count_archive(Engine& engine, std::optional<std::int64_t> older_than_days) {
  const auto before = days_ago(engine, older_than_days);
  return engine.database.read(
      [&](store::Connection& connection) { return store::count_archived(connection, before); });
}

Result<ArchiveStats> archive_stats(Engine& engine) {
  return engine.database.read(
      [&](store::Connection& connection) { return store::archive_stats(connection); });
}

}  // namespace aim::engine
