// `ai-memory install` and `ai-memory uninstall`: an assistant is connected, or is not any longer.
// What is done is said before (--dry-run) and after; nothing is written when one of a client's
// files cannot be.
#pragma once
#include "cli/checkup.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "install/clients.h"

namespace aim::app {

// `remove`: it is not connected any longer.
int install_clients(const cli::Invocation& invocation, cli::Output& out, bool remove);

// For doctor: which clients are connected for this user, and whether each hook of ours answers.
void check_clients(cli::Checkup& report);

}  // namespace aim::app
