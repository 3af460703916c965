// What reflections are made from (I1): the graph of links `reflects_on`, how deep each reflection is in it, and the sources
// that are gone. Every function runs inside the caller's read() or write().
// Knows: rows and links. Must not know: how deep a reflection may be.
// Cost: walks by indexes; a link is looked at once, however many ways lead to it, and cycles end them.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/kind.h"
#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

// Whatever reflects on the memory, directly or through others, and the memory itself.
Result<std::vector<Key>> above(Connection& connection, Key key);
// Would a link source → target close a cycle?
Result<bool> closes_cycle(Connection& connection, Key source, Key target);
// Removes, of the links that lie on a cycle through the memory, the one made last, until there is no cycle; each leaves a
// tombstone, so that all databases that are synced drop the same. Their names, as "a → b".
Result<std::vector<std::string>> break_cycles(Connection& connection, Key key);

// Ids of what a memory reflects on, those that are gone included.
Result<std::vector<std::string>> source_ids_of(Connection& connection, Key key);
// Keys of what it reflects on.
Result<std::vector<Key>> sources_of(Connection& connection, Key key);
struct Source {
  Key key = 0;
  std::string id, title;
};
// What these reflect on, in their order; that of one by id. A level of a walk is one query.
Result<std::vector<Source>> sources_of(Connection& connection, std::span<const Key> reflections);

// A reflection is to have this depth or more, and those above it more than it has. False: one of them would be deeper than
// `most`; then the caller must not commit.
Result<bool> raise_depth(Connection& connection, Key key, std::int64_t depth, std::int64_t most);
// The same for all reflections after links have come from elsewhere; none is raised above `most`.
Result<void> raise_depths(Connection& connection, std::int64_t most);

// ---- sources that are gone ----

// A memory goes: the memories that reflect on it note that.
Result<void> lose_source(Connection& connection, const Memory& memory, Time now);
// A link was made: what was lost is there again. Does nothing for other relations.
Result<void> find_source(Connection& connection, Key reflection, Key source,
                         std::string_view relation);
// Oldest loss first.
Result<std::vector<LostSource>> lost_sources_of(Connection& connection, Key reflection);
// Reflections that have lost this one.
Result<std::vector<Key>> losers_of(Connection& connection, std::string_view id);
// Of one id the later loss holds, of two of one time the greater title, so that syncs agree; nothing is noted of a source
// that is linked, or was removed after it was lost.
Result<void> put_lost_source(Connection& connection, Key reflection, const LostSource& lost);
// Leaves tombstones of links (S12).
Result<void> clear_lost_sources(Connection& connection, Key reflection, Time now);
// Of the lost sources those that live again, as memories that come from elsewhere do; a link ends the loss.
struct Found {
  Key reflection = 0, source = 0;
  Time lost_at{};
};
Result<std::vector<Found>> found_again(Connection& connection);
// Every one, by the ids of the reflections.
Result<void> each_lost_source(
    Connection& connection,
    const std::function<Result<void>(const std::string& reflection_id, const LostSource&)>& take);
// What is known of a memory that was deleted.
Result<std::optional<LostSource>> find_deleted(Connection& connection, std::string_view id);

}  // namespace aim::store
