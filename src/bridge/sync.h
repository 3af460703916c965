// Brings the two sides of a bridge together, and takes a bridge down (X5). The later change of
// a fact wins; what both changed is kept twice and comes up for review; a file is replaced only
// while it says what was read. Killed at any point, the next sync goes on: what is equal by then is
// settled.
// Knows: bridges, files, the engine. Must not know: who calls when, where the book is kept.
// Threads: one process at a time for a database: the caller holds a role.
#pragma once
#include "bridge/book.h"
#include "bridge/report.h"
#include "engine/engine.h"

namespace aim::bridge {

// Changes `bridge` as far as it came, also where it fails. Errors: those of the database; the
// call was stopped; a folder cannot be read.
Result<BridgeReport> sync_bridge(Engine& engine, Bridge& bridge, bool dry_run);

// Whether files or memories of the namespace may have changed since the last sync. Reads no
// contents.
Result<bool> has_changed(Engine& engine, Bridge& bridge);

// Leaves the files as they were before, but for what somebody else has changed since. Memories
// stay.
Result<BridgeReport> take_down(Engine& engine, Bridge& bridge);

}  // namespace aim::bridge
