// What changed since a change number (S21), for subscriptions.
#pragma once
#include <string>
#include <vector>

#include "engine/engine.h"

namespace aim::engine {

// The number of the last change (S21). Cost: one row.
Result<std::int64_t> last_change(Engine& engine);

struct Change {
  std::string id, name_space;
  bool gone = false;  // deleted, or moved to the archive
};
struct ChangeList {
  std::int64_t last = 0;  // the number to go on after
  std::vector<Change> changes;
  bool more = false;
};
// In order, at most `limit`. Uses are no changes. Of a memory that changed several times the last
// time counts.
Result<ChangeList> changes_since(Engine& engine, std::int64_t after, std::int64_t limit);
// Whether every change is of a memory that is shown.
Result<bool> shows_all(Engine& engine);

}  // namespace aim::engine
