// Storing, changing and deleting in two stores, for profiles: what engine/pair/change.h has.
#pragma once
#include "engine/pair/change.h"

namespace aim::op {
namespace pair = engine::pair;
}  // namespace aim::op
