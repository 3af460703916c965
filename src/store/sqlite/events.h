// The chain of signed events: appended, and read in its order (H2). Nothing changes or removes one.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "memory/event.h"
#include "store/sqlite/connection.h"

namespace aim::store {

// Inside a write, which keeps the end of the chain where it is. `key` null: not signed.
Result<Event> append_event(Connection& connection, Time at, std::string_view type,
                           const Payload& payload, const SigningKey* key);

Result<ChainHead> chain_head(Connection& connection);
Result<std::optional<Event>> find_event(Connection& connection, std::int64_t sequence);

// Those after `after`, in order; `take` says false to end.
Result<void> each_event(Connection& connection, std::int64_t after,
                        const std::function<Result<bool>(const Event&)>& take);
// The newest first, below `before` (unset: all), of one type (empty: any).
Result<std::vector<Event>> newest_events(Connection& connection, std::string_view type,
                                         std::optional<std::int64_t> before, std::int64_t limit);

struct EventCounts {
  std::int64_t events = 0, not_signed = 0;
};
// Cost: two looks at indexes.
Result<EventCounts> count_events(Connection& connection);

}  // namespace aim::store
