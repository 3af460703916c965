// Several memories become one (A7), in one transaction: tags and metadata united, highest priority,
// access counts summed, originals archived (reason `consolidate`) and removed, their ids in
// metadata.derived_from. Their links to others and to conversations become those of the new memory.
#pragma once
#include "engine/engine.h"

namespace aim::engine {

struct ConsolidateRequest {
  std::vector<std::string> ids;  // or prefixes; 2 to 100, no two of the same memory
  std::string title, summary;
  std::optional<std::string> name_space = {};  // unset: that of the originals, when they share one
  Tier tier = Tier::long_term;
  std::string source = "consolidation";
  std::optional<Time> read_at = {};  // when the summary's author read the originals
  // Writes the summary from the originals as they are in the transaction; then `summary` is not
  // looked at.
  std::string (*write)(const std::vector<Memory>& originals) = nullptr;
  std::string otherwise = "global";  // the namespace, when they share none
};
// Errors: not_found naming the id; conflict when the title belongs to a memory that is not among
// the originals, or one of them was changed after the summary's author had read it.
Result<Memory> consolidate(Engine& engine, const ConsolidateRequest& request);

}  // namespace aim::engine
