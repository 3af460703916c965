// Filters over two stores, as what each store is asked and what is looked at memory by memory.
#pragma once
#include <string_view>

#include "engine/pair/find.h"
#include "memory/filter.h"

namespace aim::engine::pair {

Filter filter_at(Place place, const Filters& filters);
// Whether filter_at() says all of it.
bool needs_reading(Place place, const Filters& filters, std::string_view project);
// What filter_at() leaves open. `project`: the id of the project's store.
bool holds(const Memory& memory, Place place, const Filters& filters, std::string_view project);

// "the project store could not be used (…): results are of the global store only"
std::string one_store_only(Place failed, const Error& error);

}  // namespace aim::engine::pair
