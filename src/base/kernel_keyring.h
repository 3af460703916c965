// Secrets that the kernel keeps in memory for all processes of a user, for a time: nothing of them
// is written to a disk.
// Must not know: what the secrets are for.
// Threads: any. Source: keyrings(7), keyctl(2).
#pragma once
#include <chrono>

#include "base/result.h"

namespace aim {

// Nothing: no secret has that name, its time is over, or this system has no keyring.
std::optional<std::string> keyring_secret(const std::string& name);
// Replaces one of that name. `lasts`: unset keeps it until the machine is restarted or the user's
// last session ends. Errors: unavailable where the system has no keyring or refuses.
Result<void> keep_in_keyring(const std::string& name, const std::string& secret,
                             std::optional<std::chrono::seconds> lasts);
// Whether there was one.
bool remove_from_keyring(const std::string& name);

// The memory of this process is not written onto a disk: neither by a crash nor, where the system
// lets it lock so much memory, into the swap.
void keep_memory_off_the_disk();

}  // namespace aim
