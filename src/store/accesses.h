// Calls that showed or changed memories, as they were answered: what the access log keeps of them.
// Knows: rows. Must not know: which calls are noted, for how long they are kept, what a factor
// means.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "memory/memory.h"

namespace aim::store {

// A call, without what it showed.
struct AccessRow {
  std::int64_t number = 0;  // rises with each call; given when it is added
  Time at{};
  std::string kind, door;
  std::optional<std::string> query, client, session, name_space;
  std::int64_t micros = 0, tokens = 0, results = 0;
};
// A memory that a call showed.
struct ShownKey {
  Key key = 0;
  std::optional<double> score;
  std::string factors;  // empty: none
};
// The same, of a memory that is still there.
struct ShownMemory {
  std::string id, title;
  std::optional<double> score;
  std::string factors;
};
// A memory that a call showed, as the log lists it.
struct LoggedAccess {
  Key key = 0;
  std::string memory_id, kind;
  Time at{};
  std::optional<double> score;
  std::optional<std::string> query, client, session;
};
// What a call cost.
struct AccessCost {
  Time at{};
  std::string kind, door;
  std::int64_t micros = 0, tokens = 0;
};
struct AccessFilter {
  std::optional<Key> key;
  std::optional<std::string> kind;
  std::optional<Time> since;
  std::int64_t limit = 50;
};

class Accesses {
 public:
  virtual ~Accesses() = default;
  // The number of the last call; 0 when none is kept. One look-up.
  virtual Result<std::int64_t> last() const = 0;
  // Newest first, those with a number below `before`; of these kinds, or of all.
  virtual Result<std::vector<AccessRow>> newest(std::int64_t before,
                                                std::span<const std::string> kinds,
                                                std::int64_t limit) const = 0;
  // Oldest first, those with a number above `after`.
  virtual Result<std::vector<AccessRow>> after(std::int64_t after, std::int64_t limit) const = 0;
  // What a call showed, best first; memories that are gone are left out.
  virtual Result<std::vector<ShownMemory>> shown_by(std::int64_t number) const = 0;
  // Newest first, at most `limit`.
  virtual Result<std::vector<AccessCost>> costs(Time since, std::int64_t limit) const = 0;
  // Newest first.
  virtual Result<std::vector<LoggedAccess>> log(const AccessFilter& filter) const = 0;
  // Keys that are gone are left out.
  virtual Result<void> add(const AccessRow& row, std::span<const ShownKey> shown) = 0;
  // Removes calls from before `before`, at most `limit`; the last one stays, so that numbers go on.
  // How many went.
  virtual Result<std::int64_t> prune(Time before, std::int64_t limit) = 0;
};

}  // namespace aim::store
