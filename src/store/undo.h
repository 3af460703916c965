// What was deleted, changed, merged or settled some minutes ago, as it was before, so that it can
// be taken back.
// Knows: rows. Must not know: how long that may be, how a step is taken back.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/link.h"
#include "memory/memory.h"

namespace aim::store {

struct UndoStep {
  std::int64_t number = 0;  // given when it is added
  Time at{};
  std::string action = {};  // delete, update, merge, settle (of two memories)
  std::string id = {};      // of the memory; of a merge, of what was made
  // Of a merge: what it was made from, which is in the archive; of a deleted reflection, what that
  // was made from; of a settled pair, the other memory.
  std::vector<std::string> sources = {};
  // That a deleted memory had, those of reflections left out; of a settled pair those between the
  // two that settling removed (contradicts) or added (all others, of the time of the step).
  std::vector<Link> links = {};
  std::optional<Memory> before = {};  // without key; of a settled pair, where it was changed
};

class Undo {
 public:
  virtual ~Undo() = default;
  // The last step, or the last of that memory; nothing when there is none from `since` on.
  virtual Result<std::optional<UndoStep>> last(std::string_view id, Time since) const = 0;
  // Whether there are any from before that time.
  virtual Result<bool> any_before(Time time) const = 0;
  virtual Result<void> add(const UndoStep& step) = 0;
  virtual Result<void> remove(std::int64_t number) = 0;
  virtual Result<void> prune(Time before) = 0;
};

}  // namespace aim::store
