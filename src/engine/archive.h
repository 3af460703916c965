// Collecting expired memories and the archive they go to (A8).
#pragma once
#include <atomic>

#include "engine/engine.h"
#include "memory/link.h"
#include "store/links.h"
#include "store/memories.h"

namespace aim::engine {

// Archives (unless archive_on_gc is off) and removes what has expired, in transactions of at most
// 500; `stop` is asked between them, and `tell` is given what has been done. The number collected.
Result<std::int64_t> collect_expired(Engine& engine, const std::function<bool()>& stop = {},
                                     const std::function<void(std::int64_t done)>& notify = {});
Result<std::int64_t> count_expired(Engine& engine);

// What collect_expired has done in this process, for its figures; no behaviour depends on it.
// Threads: any.
struct CollectionCounter {
  std::atomic<std::int64_t> rounds = 0, memories = 0;
};

// With what was deleted, while its history is kept (T5). Newest first. The source is chosen here.
Result<std::vector<Archived>> list_archive(Engine& engine, store::GoneFilter filter,
                                           std::int64_t limit, std::int64_t offset);
// Links whose other end is there; those whose other end is archived too come back with it.
Result<void> restore_links(store::Writer& writer, const Memory& memory,
                           const std::vector<Link>& links);
// The sources of a reflection among the links that these changes have removed.
std::vector<std::string> sources_removed(std::span<const store::LinkChange> changes,
                                         const std::string& id);
// Inside a write: as it was when it was archived, changed now, with its links whose other end is
// there. Id and title are free.
Result<void> bring_back(store::Writer& writer, Engine& engine, const Archived& archived, Time now);
// The memory of this id or title that restore() would bring back. Nothing: there is no such memory,
// or several have the title.
Result<std::optional<Archived>> gone_memory_of(Engine& engine, const std::string& id);
// Back as it was, long and without expiry (wire.md 1.5), with its links to and from reflections
// (I1) and the others whose other end is there (S34); a deleted one by its history.
// Errors: not_found; conflict when id or title is in use again.
Result<Memory> restore(Engine& engine, const std::string& id);
// Those archived more than `older_than_days` days ago; unset: all.
Result<std::int64_t> purge_archive(Engine& engine, std::optional<std::int64_t> older_than_days);
// This one alone: of the archive, or deleted with its history kept. Its full id. Errors: not_found;
// conflict when it is among the memories.
Result<std::string> purge_one(Engine& engine, const std::string& id, bool dry_run);
// How many those are.
Result<std::int64_t> count_archive(Engine& engine, std::optional<std::int64_t> older_than_days);
Result<ArchiveStats> archive_stats(Engine& engine);

}  // namespace aim::engine
