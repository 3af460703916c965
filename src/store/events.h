// The chain of signed events: appended, and read in its order (H2). Nothing changes or removes one.
#pragma once
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/event.h"

namespace aim::store {

struct EventCounts {
  std::int64_t events = 0, not_signed = 0;
};

class Events {
 public:
  virtual ~Events() = default;
  virtual Result<ChainHead> head() const = 0;
  virtual Result<std::optional<Event>> find(std::int64_t sequence) const = 0;
  // Those after `after`, in order; `take` says false to end.
  virtual Result<void> each(std::int64_t after,
                            const std::function<Result<bool>(const Event&)>& take) const = 0;
  // The newest first, below `before` (unset: all), of one type (empty: any).
  virtual Result<std::vector<Event>> newest(std::string_view type,
                                            std::optional<std::int64_t> before,
                                            std::int64_t limit) const = 0;
  // Cost: two looks at indexes.
  virtual Result<EventCounts> count() const = 0;
  // Inside a write, which keeps the end of the chain where it is. `key` null: not signed.
  virtual Result<Event> append(Time at, std::string_view type, const Payload& payload,
                               const SigningKey* key) = 0;
};

}  // namespace aim::store
