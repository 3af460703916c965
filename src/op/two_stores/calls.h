// Two stores as one, for profiles: searching, listing, storing, changing and deleting memories in
// the user's store and the project's, and uniting duplicates.
#pragma once
#include "engine/two_stores/change.h"
#include "engine/two_stores/duplicates.h"
#include "engine/two_stores/find.h"
#include "engine/two_stores/stores.h"

namespace aim::op {
namespace two_stores = engine::two_stores;
}  // namespace aim::op
