// Searching and listing two stores, for profiles: what engine/pair/find.h has.
#pragma once
#include "engine/pair/find.h"

namespace aim::op {
namespace pair = engine::pair;
}  // namespace aim::op
