// The use case "import_markdown" by name, for the tables that point at it.
#pragma once
#include "op/kit/operation.h"

namespace aim::op {

const Operation& import_markdown();

}  // namespace aim::op
