// Waiting for a role that one process at a time has (store/maintenance.h).
#pragma once
#include <memory>
#include <string_view>

#include "engine/engine.h"

namespace aim::app {

// Given back when the last copy ends. `work` is for the error: "takes sessions in". Errors:
// unavailable after half a minute, or when the engine's database is stopped.
Result<std::shared_ptr<void>> wait_for_role(Engine& engine, std::string_view role,
                                            std::string_view work);

}  // namespace aim::app
