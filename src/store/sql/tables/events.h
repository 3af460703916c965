// The chain of signed events: appended, and read in its order (H2). Nothing changes or removes one.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "memory/event.h"
#include "store/events.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<Event> append_event(Connection& connection, Time at, std::string_view type,
                           const Payload& payload, const SigningKey* key);

Result<ChainHead> chain_head(Connection& connection);
Result<std::optional<Event>> find_event(Connection& connection, std::int64_t sequence);

Result<void> each_event(Connection& connection, std::int64_t after,
                        const std::function<Result<bool>(const Event&)>& take);
Result<std::vector<Event>> newest_events(Connection& connection, std::string_view type,
                                         std::optional<std::int64_t> before, std::int64_t limit);

Result<EventCounts> count_events(Connection& connection);

}  // namespace aim::store::sql
