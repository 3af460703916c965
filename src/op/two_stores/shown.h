// Results of calls over two stores, for the access log of each.
// Knows: two stores, callers. Must not know: what a profile shows.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/two_stores/stores.h"
#include "op/kit/operation.h"

namespace aim::op {

struct ShownPlaced {
  const engine::two_stores::PlacedMemory& placed;
  std::optional<double> score = {};
};
// Nothing where calls are not logged.
void note_shown(const engine::two_stores::Stores& both, const Caller& caller, std::string_view kind,
                const std::string& question, const std::vector<ShownPlaced>& shown);

}  // namespace aim::op
