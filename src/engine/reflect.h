// Reflections (I1): thoughts about other memories, kept as memories with links `reflects_on` to
// what they were made from. Those links never close a cycle. A reflection's depth is 1 + that of
// its deepest source; it rises when a link is added and stays when a source goes or a link is
// removed: how far a thought is from what was observed does not change by that.
// Source: I1; docs/decisions/0015.
#pragma once
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/remember.h"

namespace aim::engine {

struct Reflected {
  Kept kept;
  std::vector<std::string> source_ids;  // in full, in the order given
};
// Memory and links in one transaction. An empty namespace in the draft: that of the first source. A
// memory of the same title becomes this reflection, with these sources in place of those it had.
// Errors: not_found naming the source; validation_failed for one named twice, or a depth beyond the
// options' limit; conflict when a source reflects on the memory of that title, or is it; those of
// remember().
Result<Reflected> reflect(Engine& engine, Draft draft, const std::vector<std::string>& source_ids);

// ---- for others that make links; inside a write ----

// Before a link reflects_on from `source` to `target`: raises depths. Errors: conflict for a cycle;
// validation_failed when a reflection would be deeper than the options' limit.
Result<void> admit_source(store::Writer& writer, const Engine& engine, const Memory& source,
                          const Memory& target);

// After a memory came back from the archive: what it reflected on, and what reflected on it, are
// linked again.
Result<void> relink(store::Writer& writer, const Memory& memory,
                    const std::vector<std::string>& source_ids, Time now);

// After memories and links have come from elsewhere: lost sources that are there again are linked,
// depths are right. No
// depth is refused: what others have thought is kept.
Result<void> settle_reflections(store::Writer& writer);

}  // namespace aim::engine
