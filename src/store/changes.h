// The change sequence (S21): one rising number over all changes and deletions, so that whoever
// knows a number can ask what came after it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "memory/memory.h"

namespace aim::store {

// A memory that was changed last, or deleted (a tombstone), with number `seq`. One that was changed
// and then deleted stands for its deletion only.
struct ChangeRow {
  std::int64_t seq = 0;
  std::string id, name_space;
  bool gone = false;
};

class Changes {
 public:
  virtual ~Changes() = default;
  // The number of the last change or deletion; 0 when there never was one.
  virtual Result<std::int64_t> last() const = 0;
  // The number before the first change of a memory after `time`; nothing when none was changed
  // since.
  virtual Result<std::optional<std::int64_t>> before_since(Time time) const = 0;
  // In order, at most `limit`.
  virtual Result<std::vector<ChangeRow>> after(std::int64_t after, std::int64_t limit) const = 0;
};

}  // namespace aim::store
