// Which memory is the standard of a namespace, and whose standards it inherits.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/memory.h"
#include "memory/standard.h"

namespace aim::store {

struct ClearedStandard {
  std::string name_space;
  Time cleared_at{};
};

class Standards {
 public:
  virtual ~Standards() = default;
  virtual Result<bool> any() const = 0;
  virtual Result<std::optional<StandardRow>> find(std::string_view name_space) const = 0;
  virtual Result<std::vector<ClearedStandard>> cleared() const = 0;
  virtual Result<void> each(const std::function<Result<void>(const StandardRow&)>& take) const = 0;
  // By a person, or by an assistant that a person uses: it is confirmed.
  virtual Result<void> set(std::string_view name_space, std::optional<Key> key,
                           const std::optional<std::string>& parent, Time now) = 0;
  // Of a sync: all of a row but its memory's id, in the place of what is there.
  virtual Result<void> put(const StandardRow& row, std::optional<Key> key) = 0;
  // False: there was none. Leaves a tombstone (S12).
  virtual Result<bool> clear(std::string_view name_space, Time now) = 0;
  // From now on it does not hold before it is confirmed by being set again.
  virtual Result<void> doubt(std::string_view name_space) = 0;
  // The same for all that this memory is the standard of: its text has come from elsewhere.
  virtual Result<void> doubt_of(Key memory) = 0;
};

}  // namespace aim::store
