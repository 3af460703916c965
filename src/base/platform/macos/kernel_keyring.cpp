// For systems whose kernel keeps no secrets.
#include "base/kernel_keyring.h"

#include <sys/resource.h>

namespace aim {

std::optional<std::string> keyring_secret(const std::string&) {
  return std::nullopt;
}

Result<void> keep_in_keyring(const std::string&, const std::string&,
                             std::optional<std::chrono::seconds>) {
  return Failure(unavailable("this system has no keyring that is used yet",
                             "keep the key in a file, and name it with AI_MEMORY_KEY_FILE"));
}

bool remove_from_keyring(const std::string&) {
  return false;
}

void keep_memory_off_the_disk() {
  constexpr rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

}  // namespace aim
