// Secrets in the user's login keychain: the system unlocks it when the user logs in. Security is
// loaded when it is needed, because the compiler that makes this program has no frameworks.
#include "base/kernel_keyring.h"

#include <dlfcn.h>
#include <sodium/utils.h>
#include <sys/resource.h>

#include "base/platform/timed_secret.h"

namespace aim {
namespace {

constexpr std::string_view service = "ai-memory";

// Functions of Security/SecKeychain.h and SecKeychainItem.h.
struct Keychain {
  using Status = std::int32_t;
  using Item = void*;
  Status (*add)(void* keychain, std::uint32_t service_size, const char* service,
                std::uint32_t name_size, const char* name, std::uint32_t size, const void* secret,
                Item* made) = nullptr;
  Status (*find)(const void* keychain, std::uint32_t service_size, const char* service,
                 std::uint32_t name_size, const char* name, std::uint32_t* size, void** secret,
                 Item* found) = nullptr;
  Status (*free_content)(void* attributes, void* secret) = nullptr;
  Status (*erase)(Item item) = nullptr;
  void (*release)(const void* object) = nullptr;  // CFRelease, of a library that Security loads

  Keychain() {
    void* library =
        ::dlopen("/System/Library/Frameworks/Security.framework/Security", RTLD_LAZY | RTLD_LOCAL);
    if (!library)
      return;
    const auto load = [&]<class Function>(Function*& function, const char* name) {
      function = reinterpret_cast<Function*>(::dlsym(library, name));
      return function != nullptr;
    };
    is_there = load(add, "SecKeychainAddGenericPassword") &&
               load(find, "SecKeychainFindGenericPassword") &&
               load(free_content, "SecKeychainItemFreeContent") &&
               load(erase, "SecKeychainItemDelete") && load(release, "CFRelease");
  }
  bool is_there = false;
};

const Keychain& keychain() {
  static const Keychain loaded;
  return loaded;
}

std::uint32_t size_of(std::string_view text) {
  return static_cast<std::uint32_t>(text.size());
}

}  // namespace

std::optional<std::string> keyring_secret(const std::string& name) {
  const Keychain& chain = keychain();
  std::uint32_t size = 0;
  void* bytes = nullptr;
  if (!chain.is_there || chain.find(nullptr, size_of(service), service.data(), size_of(name),
                                    name.data(), &size, &bytes, nullptr) != 0)
    return std::nullopt;
  auto secret = before_its_end(static_cast<char*>(bytes), size);
  chain.free_content(nullptr, bytes);
  if (!secret)
    remove_from_keyring(name);
  return secret;
}

Result<void> keep_in_keyring(const std::string& name, const std::string& secret,
                             std::optional<std::chrono::seconds> lasts) {
  const Keychain& chain = keychain();
  remove_from_keyring(name);
  std::string bytes = with_end(secret, lasts);
  const auto status = chain.is_there
                          ? chain.add(nullptr, size_of(service), service.data(), size_of(name),
                                      name.data(), size_of(bytes), bytes.data(), nullptr)
                          : -1;
  sodium_memzero(bytes.data(), bytes.size());
  if (status == 0)
    return {};
  return Failure(
      unavailable("the keychain does not keep the key (error " + std::to_string(status) + ")",
                  "keep the key in a file instead, and name it with AI_MEMORY_KEY_FILE"));
}

bool remove_from_keyring(const std::string& name) {
  const Keychain& chain = keychain();
  Keychain::Item item = nullptr;
  if (!chain.is_there || chain.find(nullptr, size_of(service), service.data(), size_of(name),
                                    name.data(), nullptr, nullptr, &item) != 0)
    return false;
  const bool gone = chain.erase(item) == 0;
  chain.release(item);
  return gone;
}

void keep_memory_off_the_disk() {
  constexpr rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

}  // namespace aim
