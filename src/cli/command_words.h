// What to do next in the words of the command line: "ai-memory transcript show 4f1c --from 12".
// Knows: the commands. Must not know: how they are run.
// Threads: any.
#pragma once
#include "op/kit/next_step.h"

namespace aim::cli {

const op::Words& command_words();

}  // namespace aim::cli
