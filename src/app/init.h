// `ai-memory init`: makes a project's place for memories (op/two_stores/folder.h), and says what
// was done.
#pragma once
#include "cli/output.h"
#include "cli/parse.h"

namespace aim::app {

int init(const cli::Invocation& invocation, cli::Output& out);

}  // namespace aim::app
