// Memories of one namespace that share their first tag become one (A7): one product a group, or
// several where the product would be larger than a memory may be.
#pragma once
#include "engine/engine.h"

namespace aim::engine {

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
