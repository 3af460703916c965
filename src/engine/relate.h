// Links between memories (A6, S13), and resolving a contradiction.
#pragma once
#include "engine/engine.h"
#include "memory/link.h"
#include "memory/tier.h"

namespace aim::engine {

class ValidTime;

struct Linked {
  std::string source_id, target_id;  // in full
};
// A second identical link is no error. Errors: not_found naming which of the two; validation_failed
// for a self-link; those of reflects_on as engine/reflect.h has them.
Result<Linked> add_link(Engine& engine, const std::string& source, const std::string& target,
                        Relation relation);
// Errors: not_found when there is no such link.
Result<Linked> remove_link(Engine& engine, const std::string& source, const std::string& target,
                           Relation relation);
// Both directions; none for an unknown id (wire.md 1.5).
Result<std::vector<Link>> links_of(Engine& engine, const std::string& id);

// Says of each memory what superseded it (S43) and what contradicts it, where something does (V3),
// and whether it does not hold at the time asked about (T4).
Result<void> note_standing(store::Reader& reader, std::span<Memory* const> memories,
                           const ValidTime& asked);

// A fact that another one supersedes, and that has no end, ends when the newer one begins, else
// now (T4).
Result<void> end_validity(store::Writer& writer, const Memory& older, const Memory& newer,
                          Time now);

struct MemoryAndLinks {
  Memory memory;
  std::vector<Link> links;
  std::vector<LostSource> lost_sources;  // of a reflection, oldest loss first
};
// `id` may be a title too, as it is written, when no id begins with it and one namespace only has
// it (S52).
// Errors: not_found; validation_failed for an ambiguous prefix or title.
Result<MemoryAndLinks> get(Engine& engine, const std::string& id);

// The parts of them, inside a write of the caller's, which goes on with what they changed.
struct Ends {
  Memory source, target;
};
Result<Ends> find_ends(store::Reader& reader, const std::string& source, std::string_view source_is,
                       const std::string& target, std::string_view target_is);
// Nothing when there was such a link already.
Result<std::optional<Link>> link(store::Writer& writer, const Ends& ends, Relation relation,
                                 Time now);
// What was removed; nothing when there was no such link.
Result<std::optional<Link>> unlink(store::Writer& writer, const Engine& engine, const Ends& ends,
                                   Relation relation, Time now);
// The winner supersedes the loser: link, loser to priority 1 and confidence 0.1, winner used once
// (wire.md 4.3). Kept for undo as settling is.
Result<Linked> resolve(Engine& engine, const std::string& winner, const std::string& loser);

// Links of reflections (reflect.h) for others that make links: they never close a cycle, and depths
// follow them. Every function runs inside the caller's write().
// Source: I1; docs/decisions/0015.

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
