// What reflections are made from (I1): the graph of links `reflects_on`, how deep each reflection
// is in it, and the sources that are gone.
// Must not know: how deep a reflection may be.
// Cost: walks by indexes; a link is looked at once, however many ways lead to it, and cycles end
// them.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/kind.h"
#include "memory/memory.h"

namespace aim::store {

struct Source {
  Key key = 0;
  std::string id, title;
};

// Of the lost sources one that lives again, as memories that come from elsewhere do; a link ends
// the loss.
struct Found {
  Key reflection = 0, source = 0;
  Time lost_at{};
};

class Reflections {
 public:
  virtual ~Reflections() = default;
  // Whatever reflects on the memory, directly or through others, and the memory itself.
  virtual Result<std::vector<Key>> above(Key key) const = 0;
  // Would a link source → target close a cycle?
  virtual Result<bool> closes_cycle(Key source, Key target) const = 0;
  // Ids of what a memory reflects on, those that are gone included.
  virtual Result<std::vector<std::string>> source_ids_of(Key key) const = 0;
  // Keys of what it reflects on.
  virtual Result<std::vector<Key>> sources_of(Key key) const = 0;
  // What these reflect on, in their order; that of one by id. A level of a walk is one query.
  virtual Result<std::vector<Source>> sources_of(std::span<const Key> reflections) const = 0;
  // Removes, of the links that lie on a cycle through the memory, the one made last, until there is
  // no cycle; each leaves a tombstone, so that all databases that are synced drop the same. Their
  // names, as "a → b".
  virtual Result<std::vector<std::string>> break_cycles(Key key) = 0;
  // A reflection is to have this depth or more, and those above it more than it has. False: one of
  // them would be deeper than `most`; then the caller must not commit.
  virtual Result<bool> raise_depth(Key key, std::int64_t depth, std::int64_t most) = 0;
  // The same for all reflections after links have come from elsewhere; none is raised above `most`.
  virtual Result<void> raise_depths(std::int64_t most) = 0;
};

class LostSources {
 public:
  virtual ~LostSources() = default;
  // Oldest loss first.
  virtual Result<std::vector<LostSource>> of(Key reflection) const = 0;
  // Reflections that have lost this one.
  virtual Result<std::vector<Key>> losers_of(std::string_view id) const = 0;
  virtual Result<std::vector<Found>> found_again() const = 0;
  // What is known of a memory that was deleted.
  virtual Result<std::optional<LostSource>> find_deleted(std::string_view id) const = 0;
  // Of one id the later loss holds, of two of one time the greater title, so that syncs agree;
  // nothing is noted of a source that is linked, or was removed after it was lost.
  virtual Result<void> put(Key reflection, const LostSource& lost) = 0;
  // Leaves tombstones of links (S12).
  virtual Result<void> clear(Key reflection, Time now) = 0;
  // Every one, by the ids of the reflections.
  virtual Result<void> each(const std::function<Result<void>(const std::string& reflection_id,
                                                             const LostSource&)>& take) const = 0;
};

}  // namespace aim::store
