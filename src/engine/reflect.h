// Reflections (I1): thoughts about other memories, kept as memories with links `reflects_on` to
// what they were made from. Those links never close a cycle. A reflection's depth is 1 + that of
// its deepest source; it rises when a link is added and stays when a source goes or a link is
// removed: how far a thought is from what was observed does not change by that.
// Source: I1; docs/decisions/0015.
#pragma once
#include "engine/engine.h"
#include "engine/remember.h"

namespace aim::engine {

struct Reflected {
  StoredMemory kept;
  std::vector<std::string> source_ids;  // in full, in the order given
};
// Memory and links in one transaction. An empty namespace in the draft: that of the first source. A
// memory of the same title becomes this reflection, with these sources in place of those it had.
// Errors: not_found naming the source; validation_failed for one named twice, or a depth beyond the
// options' limit; conflict when a source reflects on the memory of that title, or is it; those of
// remember().
Result<Reflected> reflect(Engine& engine, Draft draft, const std::vector<std::string>& source_ids);

}  // namespace aim::engine
