// Which assistants are connected (L7).
#pragma once
#include "op/kit/operation.h"

namespace aim::op {

const Operation& clients();
const Operation& clients_try();  // starts what it finds

}  // namespace aim::op
