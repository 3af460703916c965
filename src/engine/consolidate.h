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

// ---- by tag ----

// Memories of one namespace that share their first tag become one (A7): one product a group, or
// several where the product would be larger than a memory may be.
struct AutoConsolidateRequest {
  std::string name_space;  // a filter; empty: all
  bool short_only = false;
  std::size_t min_count = 3;
};

struct TagGroup {
  std::string name_space, tag;
  std::vector<std::string> ids, titles;  // by age
};
// Groups that have enough members, by namespace and tag. Expired memories and those without tags
// belong to none.
Result<std::vector<TagGroup>> groups_by_tag(Engine& engine, const AutoConsolidateRequest& request);

// Unites each group, one transaction a product, and returns how many memories went into products.
// `tell` is told after each product. A product has a line "- title: content" of each memory and is
// titled "Consolidated: <tag> (<n> memories)"; where that title belongs to another memory, a number
// follows it. What has gone meanwhile is left out, and so is a memory whose line would not fit into
// a product with any other.
Result<std::int64_t> auto_consolidate(Engine& engine, const AutoConsolidateRequest& request,
                                      const std::function<void(std::int64_t done)>& notify);

}  // namespace aim::engine
