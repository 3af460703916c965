// Is the database sound (D4)? A quick look, and a whole examination.
#pragma once
#include "engine/database.h"

namespace aim::op {

using engine::Check;
using engine::examine;
using engine::probe;

}  // namespace aim::op
