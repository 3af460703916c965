// A bridge whose other side is a section of one file. See sync.h.
#pragma once
#include "bridge/report.h"
#include "engine/engine.h"

namespace aim::bridge {

Result<void> sync_section(Engine& engine, Bridge& bridge, bool dry_run, BridgeReport& report);
Result<void> leave_section(const Bridge& bridge, BridgeReport& report);

}  // namespace aim::bridge
