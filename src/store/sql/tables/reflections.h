// What reflections are made from (I1): the graph of links `reflects_on`, how deep each reflection
// is in it, and the sources that are gone. Every function runs inside the caller's read() or
// write().
// Knows: rows and links. Must not know: how deep a reflection may be.
// Cost: walks by indexes; a link is looked at once, however many ways lead to it, and cycles end
// them.
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
#include "store/links.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::vector<Key>> reflections_above(Connection& connection, Key key);
Result<bool> closes_cycle(Connection& connection, Key source, Key target);
Result<std::vector<std::string>> break_cycles(Connection& connection, Key key);

Result<std::vector<std::string>> source_ids_of(Connection& connection, Key key);
Result<std::vector<Key>> sources_of(Connection& connection, Key key);
Result<std::vector<Source>> sources_of(Connection& connection, std::span<const Key> reflections);

Result<bool> raise_depth(Connection& connection, Key key, std::int64_t depth, std::int64_t most);
Result<void> raise_depths(Connection& connection, std::int64_t most);

// ---- sources that are gone ----

// A memory goes: the memories that reflect on it note that.
Result<void> lose_source(Connection& connection, const Memory& memory, Time now);
// A link was made: what was lost is there again. Does nothing for other relations.
Result<void> find_source(Connection& connection, Key reflection, Key source,
                         std::string_view relation);
Result<std::vector<LostSource>> lost_sources_of(Connection& connection, Key reflection);
Result<std::vector<Key>> reflections_that_lost(Connection& connection, std::string_view id);
Result<void> put_lost_source(Connection& connection, Key reflection, const LostSource& lost);
Result<void> clear_lost_sources(Connection& connection, Key reflection, Time now);
Result<std::vector<Found>> found_again(Connection& connection);
// Every one, by the ids of the reflections.
Result<void> each_lost_source(
    Connection& connection,
    const std::function<Result<void>(const std::string& reflection_id, const LostSource&)>& take);
Result<std::optional<LostSource>> find_lost_source(Connection& connection, std::string_view id);

}  // namespace aim::store::sql
