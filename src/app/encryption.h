// `ai-memory encrypt`, `decrypt`, `rekey`, `unlock`, `lock`, `key show-recovery` (Y1): asks for
// passphrases and reports the result. A database on a server is encrypted by the server's means.
// Must not know: how a file is encrypted (store/sqlite/repair/reencrypt.h).
#pragma once
#include "cli/output.h"
#include "cli/parse.h"
#include "config/config.h"

namespace aim::app {

int encryption(const cli::Invocation& invocation, const Config& config, cli::Output& out);

}  // namespace aim::app
