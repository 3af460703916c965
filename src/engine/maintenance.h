// Whose turn it is to collect what has expired and to tend the index: one process at a time, each
// interval once (A8). A claim is the time it was made, kept in the database: one whose owner died
// is outlived after an interval.
#pragma once
#include <chrono>

#include "engine/engine.h"

namespace aim::engine {

// True, and the turn is ours, when nobody has claimed it within `interval`. Costs a read when it is
// not due.
// Errors: unavailable when others keep the database locked.
Result<bool> claim_maintenance(Engine& engine, std::chrono::seconds interval);

// What was claimed was not finished: it is due at once, for whoever asks next.
Result<void> return_maintenance(Engine& engine);

}  // namespace aim::engine
