// How many memories there are of each kind, of those that a filter and words leave (L1).
#pragma once
#include <string>

#include "engine/engine.h"
#include "memory/filter.h"
#include "store/memories.h"

namespace aim::engine {

using store::Facets;
using Counted = store::NamedCounts;

// With `words`, only memories that hold all of them, as search finds them; expired ones do not
// count.
Result<Facets> facets(Engine& engine, const Filter& filter, const std::string& words);

}  // namespace aim::engine
