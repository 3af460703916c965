// Asking two stores the same: what one cannot say is a warning, as long as the other can.
// Knows: pair.h. Must not know: what is asked.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/two_stores/stores.h"

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

}  // namespace aim::engine::two_stores
