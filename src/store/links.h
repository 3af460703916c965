// Links between memories.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "memory/link.h"
#include "memory/memory.h"

namespace aim::store {

class Links {
 public:
  virtual ~Links() = default;
  // Of a sync: by the ids of the memories; the link created last holds.
  virtual Result<std::optional<Link>> find(std::string_view source_id, std::string_view target_id,
                                           std::string_view relation) const = 0;
  // Both directions, oldest first.
  virtual Result<std::vector<Link>> of(Key key) const = 0;
  // Every link, oldest first.
  virtual Result<void> each(const std::function<Result<void>(const Link&)>& take) const = 0;
  // What superseded each of these last, by key; those that nothing superseded are left out (S43).
  virtual Result<std::unordered_map<Key, std::string>> superseded_by(
      std::span<const Key> keys) const = 0;
  // Every memory that another one superseded, for rankings.
  virtual Result<std::vector<Key>> superseded_keys() const = 0;
  // Links of one memory become those of another, those between the two go; cycles of reflections
  // are for the caller to break.
  virtual Result<void> move(Key from, Key to) = 0;
  // False: there was one already; nothing is changed then.
  virtual Result<bool> add(Key source, Key target, const Link& link) = 0;
  // False: there was none. Leaves a tombstone (S12).
  virtual Result<bool> remove(Key source, Key target, std::string_view relation, Time now) = 0;
  // False: the one that is there is as new.
  virtual Result<bool> put(Key source, Key target, const Link& link) = 0;
  // When it was not created after that time. Whether there was such a link.
  virtual Result<bool> remove_before(Key source, Key target, std::string_view relation,
                                     std::int64_t nanoseconds) = 0;
};

}  // namespace aim::store
