// What changed since a change number (S21): for subscriptions over MCP.
#pragma once
#include "engine/browse/changes.h"

namespace aim::op {

using engine::Change;
using engine::ChangeList;
using engine::changes_since;
using engine::last_change;

}  // namespace aim::op
