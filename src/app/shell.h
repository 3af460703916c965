// `ai-memory shell`: every command over one open database, line by line, at a terminal or from a
// pipe (wire.md 4.3).
// A line is a command line: cli/parse.h and cli/run.h do the work, so nothing here knows what a
// command means.
#pragma once
#include "cli/output.h"
#include "config/config.h"
#include "engine/engine.h"
#include "memory/tier.h"

namespace aim::app {

struct ShellOptions {
  FeatureTier tier = FeatureTier::semantic;
  bool colour = false;
  std::chrono::milliseconds touch_timeout{250};
};

// Until `quit` or the end of the input. The exit status.
int shell(Engine& engine, const Config& config, const ShellOptions& options, cli::Output& out);

}  // namespace aim::app
