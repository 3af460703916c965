// What may be wrong with this installation, one check a line, and what to do about it; `--fix` does
// it. Checks change
// nothing, but for what hooks have put aside, which is taken in. Never opens a database that is not
// there yet.
#pragma once
#include "base/clock.h"
#include "cli/output.h"
#include "cli/parse.h"

namespace aim::app {

// The exit status: 1 when something is bad.
int doctor(const cli::Invocation& invocation, const Clock& clock, cli::Output& out, bool colour);

}  // namespace aim::app
