// Asks each of two stores the same question; one that cannot answer is a warning as
// long as the other can; and filters, as what a store is asked and what is looked at memory by
// memory.
// Knows: filters of two stores. Must not know: the questions.
#pragma once
#include "base/result.h"
#include "engine/two_stores/find.h"
#include "engine/two_stores/stores.h"
#include "memory/filter.h"

namespace aim::engine::two_stores {

struct FailedStore {
  StoreKind place;
  Error error;
};
using Ask = std::function<Result<void>(Engine&, StoreKind)>;
// The stores that failed, of each of which a warning says so. A store without a file holds nothing,
// and is not asked. Errors: the last one's, when all failed.
Result<std::vector<FailedStore>> ask_each(const Stores& stores, StoreChoice where,
                                          std::vector<std::string>& warnings, const Ask& ask);

Filter filter_at(StoreKind place, const Filters& filters);
// Whether filter_at() says all of it.
bool needs_reading(StoreKind place, const Filters& filters, std::string_view project);
// Checks by each memory the part of a filter that filter_at() leaves open. `project`: the id of the
// project's store.
bool holds(const Memory& memory, StoreKind place, const Filters& filters, std::string_view project);

}  // namespace aim::engine::two_stores
