// Duplicates in two stores, for profiles: what engine/pair/duplicates.h has.
#pragma once
#include "engine/pair/duplicates.h"

namespace aim::op {
namespace pair = engine::pair;
}  // namespace aim::op
