// Upkeep of what a database is kept in, as opposed to what it says: pieces of the text index, pages
// that are free, memory that a bulk change took.
// Knows: that a database has them. Must not know: what they are.
// Threads: any; each is a write of its own or several.
#pragma once
#include <functional>

#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::engine {

// Merges pieces of the text index in small transactions until none is left or `stop` says so. For
// idle times.
Result<void> tend_index(Engine& engine, const std::function<bool()>& stop);
// Gives back what the database keeps for a bulk change that may go on. For idle times.
void release_memory(Engine& engine);

// After what must not be kept has gone: leaves nothing readable of it (store/maintenance.h).
Result<void> wipe_deleted(Engine& engine);
// The same for the sake of room: merges the text index and gives free pages back to the disk.
// Writes wait for as long as the file takes to be rewritten. By how many bytes it is smaller; a
// server keeps its files itself: 0. Errors: unavailable when others use the database too long; no
// room for the second file.
Result<std::int64_t> compact(Engine& engine);

}  // namespace aim::engine
