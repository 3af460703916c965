// Links of reflections (reflect.h) for others that make links: they never close a cycle, and depths
// follow them. Every function runs inside the caller's write().
// Source: I1; docs/decisions/0015.
#pragma once
#include <string>
#include <vector>

#include "engine/engine.h"
#include "memory/link.h"

namespace aim::engine {

// As new as `time`.
Link reflection_link(Time time);
// Refusals of a reflection that would be deeper than the limit.
Error too_deep(std::string_view field, std::int64_t depth, std::int64_t limit);

// Before a link reflects_on from `source` to `target`: raises depths. Errors: conflict for a cycle;
// validation_failed when a reflection would be deeper than the options' limit.
Result<void> admit_source(store::Writer& writer, const Engine& engine, const Memory& source,
                          const Memory& target);

// After a memory came back from the archive: what it reflected on, and what reflected on it, are
// linked again.
Result<void> relink(store::Writer& writer, const Memory& memory,
                    const std::vector<std::string>& source_ids, Time now);

// After memories and links have come from elsewhere: lost sources that are there again are linked,
// depths are right. No depth
// is refused: what others have thought is kept.
Result<void> settle_reflections(store::Writer& writer);

}  // namespace aim::engine
