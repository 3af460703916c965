// Links between memories (A6).
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "memory/link.h"
#include "memory/memory.h"
#include "store/links.h"
#include "store/rows.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

// A row of source, target, relation, created_at, valid_from, given_times; and what stands in the
// last of these.
Link link_of(const Row& row);
using store::given_times;  // of a memory
std::optional<std::string> given_times(const Link& link);

Result<bool> add_link(Connection& connection, Key source, Key target, const Link& link);
Result<bool> remove_link(Connection& connection, Key source, Key target, std::string_view relation,
                         Time now);
Result<std::optional<Link>> find_link(Connection& connection, std::string_view source_id,
                                      std::string_view target_id, std::string_view relation);
Result<bool> put_link(Connection& connection, Key source, Key target, const Link& link);
Result<bool> remove_link_before(Connection& connection, Key source, Key target,
                                std::string_view relation, std::int64_t nanoseconds);
Result<void> move_links(Connection& connection, Key from, Key to);

Result<std::unordered_map<Key, std::string>> superseded_by(Connection& connection,
                                                           std::span<const Key> keys);
Result<std::vector<Key>> superseded_keys(Connection& connection);

Result<std::vector<Link>> links_of(Connection& connection, Key key);
Result<std::int64_t> count_links(Connection& connection);
Result<void> each_link(Connection& connection,
                       const std::function<Result<void>(const Link&)>& take);

}  // namespace aim::store::sql
