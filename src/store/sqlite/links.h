// Links between memories (A6).
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "memory/link.h"
#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

// False: there was one already; nothing is changed then.
Result<bool> add_link(Connection& connection, Key source, Key target, const Link& link);
// False: there was none. Leaves a tombstone (S12).
Result<bool> remove_link(Connection& connection, Key source, Key target, std::string_view relation, Time now);
// Of a sync: by the ids of the memories; the link created last holds.
Result<std::optional<Link>> find_link(Connection& connection, std::string_view source_id,
                                      std::string_view target_id, std::string_view relation);
// False: the one that is there is as new.
Result<bool> put_link(Connection& connection, Key source, Key target, const Link& link);
// When it was not created after that time. Whether there was such a link.
Result<bool> remove_link_before(Connection& connection, Key source, Key target,
                                std::string_view relation, std::int64_t nanoseconds);
// Both directions, oldest first.
Result<std::vector<Link>> links_of(Connection& connection, Key key);
Result<std::int64_t> count_links(Connection& connection);
// Every link, oldest first.
Result<void> each_link(Connection& connection, const std::function<Result<void>(const Link&)>& take);

}  // namespace aim::store
