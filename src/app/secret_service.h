// The secret service of a desktop (GNOME Keyring, KWallet), which keeps secrets on the disk and
// opens them at the login: by the program secret-tool of libsecret, where it and a session are
// there. Must not know: what the secrets are for. Threads: any. Source: secret-tool(1).
#pragma once
#include <chrono>

#include "base/result.h"

namespace aim::app {

// Nothing: it has none of that name, does not answer in this time, or there is no such service.
std::optional<std::string> service_secret(const std::string& name, std::chrono::milliseconds time);
// Replaces one of that name. Errors: unavailable without the program or a session, or where the
// service refuses.
Result<void> keep_in_service(const std::string& name, const std::string& secret);
void remove_from_service(const std::string& name);

}  // namespace aim::app
