#include "base/kernel_keyring.h"

#include <linux/keyctl.h>
#include <sodium/utils.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace aim {
namespace {

constexpr const char* type = "user";
// Processes of the user that do not share a session with the one that put it there read it too.
constexpr unsigned for_owner = 0x3f3f0000;

template <class... Arguments>
long keyctl(int operation, Arguments... arguments) {
  return ::syscall(SYS_keyctl, operation, arguments...);
}

long find(const std::string& name) {
  return keyctl(KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, type, name.c_str(), 0);
}

}  // namespace

std::optional<std::string> keyring_secret(const std::string& name) {
  std::array<char, 256> bytes{};
  const long key = find(name);
  const long size = key < 0 ? -1 : keyctl(KEYCTL_READ, key, bytes.data(), bytes.size());
  if (size < 0 || size > static_cast<long>(bytes.size()))
    return std::nullopt;
  std::string secret(bytes.data(), static_cast<std::size_t>(size));
  sodium_memzero(bytes.data(), bytes.size());
  return secret;
}

Result<void> keep_in_keyring(const std::string& name, const std::string& secret,
                             std::optional<std::chrono::seconds> lasts) {
  const long key = ::syscall(SYS_add_key, type, name.c_str(), secret.data(), secret.size(),
                             KEY_SPEC_USER_KEYRING);
  if (key < 0 || keyctl(KEYCTL_SETPERM, key, for_owner) < 0 ||
      keyctl(KEYCTL_SET_TIMEOUT, key, lasts ? lasts->count() : 0) < 0)
    return Failure(unavailable(
        "the kernel's keyring cannot be used: " + std::generic_category().message(errno),
        "keep the key in a file instead, and name it with AI_MEMORY_KEY_FILE"));
  return {};
}

bool remove_from_keyring(const std::string& name) {
  const long key = find(name);
  return key >= 0 && (keyctl(KEYCTL_INVALIDATE, key) == 0 ||
                      keyctl(KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING) == 0);
}

// A handler of core dumps need not obey their limit.
void keep_memory_off_the_disk() {
  constexpr rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::prctl(PR_SET_DUMPABLE, 0);
  rlimit lockable{};
  if (::getrlimit(RLIMIT_MEMLOCK, &lockable) == 0 && lockable.rlim_cur == RLIM_INFINITY)
    ::mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT);
}

}  // namespace aim
