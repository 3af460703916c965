// What a person may want to look at: memories that contradict each other, that say the same, that
// nobody confirmed, that end soon.
// Knows: rows. Must not know: what is done about them.
// Cost: a walk over links or memories without their contents; pages by offset.
#pragma once
#include <optional>
#include <vector>

#include "base/result.h"
#include "memory/memory.h"
#include "store/listings.h"

namespace aim::store {

struct KeyPair {
  Key first = 0, second = 0;
};

class Review {
 public:
  virtual ~Review() = default;
  // Linked as contradicting, neither superseding the other; the link made last comes first.
  virtual Result<std::vector<KeyPair>> contradictions(Time now, Page page) const = 0;
  // With the same content in one namespace, not linked with each other.
  virtual Result<std::vector<KeyPair>> same_content(Time now, Page page) const = 0;
  // Stored by a hook, and not marked as confirmed in their metadata; newest first.
  virtual Result<std::vector<Key>> unconfirmed(Time now, Page page) const = 0;
  // That expire until `until`, soonest first.
  virtual Result<std::vector<Key>> expiring(Time now, Time until, Page page) const = 0;
  // The newest whose keys are below `before`, whatever they are.
  virtual Result<std::vector<Key>> newest(Time now, Key before, std::int64_t limit) const = 0;
  virtual Result<bool> are_linked(KeyPair pair) const = 0;
};

}  // namespace aim::store
