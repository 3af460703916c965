// Filters over two stores, as what each store is asked and what is looked at memory by memory.
#pragma once
#include <string_view>

#include "engine/two_stores/find.h"
#include "memory/filter.h"

namespace aim::engine::two_stores {

Filter filter_at(StoreKind place, const Filters& filters);
// Whether filter_at() says all of it.
bool needs_reading(StoreKind place, const Filters& filters, std::string_view project);
// Checks by each memory the part of a filter that filter_at() leaves open. `project`: the id of the
// project's store.
bool holds(const Memory& memory, StoreKind place, const Filters& filters, std::string_view project);

}  // namespace aim::engine::two_stores
