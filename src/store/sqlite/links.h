// Links between memories (A6).
#pragma once
#include <functional>
#include <vector>

#include "memory/link.h"
#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

// False: there was one already; nothing is changed then.
Result<bool> add_link(Connection& connection, Key source, Key target, const Link& link);
// False: there was none.
Result<bool> remove_link(Connection& connection, Key source, Key target, std::string_view relation);
// Both directions, oldest first.
Result<std::vector<Link>> links_of(Connection& connection, Key key);
Result<std::int64_t> count_links(Connection& connection);
// Every link, oldest first.
Result<void> each_link(Connection& connection, const std::function<Result<void>(const Link&)>& take);

}  // namespace aim::store
