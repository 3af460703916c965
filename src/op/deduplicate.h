// The use case "deduplicate" by name, for the tables that point at it.
#pragma once
#include "op/kit/operation.h"

namespace aim::op {

const Operation& deduplicate();

}  // namespace aim::op
