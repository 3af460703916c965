// Two stores as one, for profiles: what engine/pair/pair.h has.
#pragma once
#include "engine/pair/pair.h"

namespace aim::op {
namespace pair = engine::pair;
}  // namespace aim::op
