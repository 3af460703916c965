// Listings for clients that browse: changes since a number (S21), completions, counts by kind (L1),
// and pages in a fixed order.
#pragma once
#include "engine/engine.h"
#include "memory/filter.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {

// The number of the last change (S21). Cost: one row.
Result<std::int64_t> last_change(Engine& engine);

struct ChangeList {
  std::int64_t last = 0;  // the number to go on after
  std::vector<store::ChangeRow> changes;
  bool more = false;
};
// In order, at most `limit`. Uses are no changes. Of a memory that changed several times the last
// time counts.
Result<ChangeList> changes_since(Engine& engine, std::int64_t after, std::int64_t limit);
// Whether every change is of a memory that is shown.
Result<bool> shows_all(Engine& engine);

enum class Completes { name_space, tag, id, archived_id, transcript_id };
struct Completion {
  std::vector<std::string> values;  // sorted
  std::int64_t total = 0;           // a lower bound when there are more
  bool more = false;
};
// Namespaces and tags that begin so in any case, ids exactly so; at most `limit`.
Result<Completion> complete(Engine& engine, Completes what, std::string_view beginning,
                            std::size_t limit);

// The titles of memories, in the order of their ids; empty for those that are not there.
Result<std::vector<std::string>> titles_of(Engine& engine, const std::vector<std::string>& ids);

using store::Facets;

// With `words`, only memories that hold all of them, as search finds them; expired ones do not
// count.
Result<Facets> facets(Engine& engine, const Filter& filter, const std::string& words);

struct MemoryPage {
  std::vector<store::PageRow> memories;
  std::int64_t next = 0;  // to go on after; 0 at the end
};
// In an order that never changes. `after` is 0 or what the page before gave.
Result<MemoryPage> page(Engine& engine, std::int64_t after, std::int64_t limit);

}  // namespace aim::engine
