// Secrets of the user's logon session, which Windows forgets at its end (Credential Manager). Their
// end stands before the secret: Windows itself keeps no time.
#include "base/kernel_keyring.h"

#include <windows.h>
// clang-format off
#include <wincred.h>
// clang-format on
#include <sodium/utils.h>

#include "base/platform/timed_secret.h"
#include "base/platform/windows/wide.h"

namespace aim {
std::optional<std::string> keyring_secret(const std::string& name) {
  CREDENTIALW* kept = nullptr;
  if (!::CredReadW(windows::wide(name).c_str(), CRED_TYPE_GENERIC, 0, &kept))
    return std::nullopt;
  auto secret =
      before_its_end(reinterpret_cast<char*>(kept->CredentialBlob), kept->CredentialBlobSize);
  ::CredFree(kept);
  if (!secret)
    remove_from_keyring(name);
  return secret;
}

Result<void> keep_in_keyring(const std::string& name, const std::string& secret,
                             std::optional<std::chrono::seconds> lasts) {
  std::string blob = with_end(secret, lasts);
  std::wstring wide = windows::wide(name);
  CREDENTIALW credential{};
  credential.Type = CRED_TYPE_GENERIC;
  credential.TargetName = wide.data();
  credential.CredentialBlob = reinterpret_cast<BYTE*>(blob.data());
  credential.CredentialBlobSize = static_cast<DWORD>(blob.size());
  credential.Persist = CRED_PERSIST_SESSION;
  const bool done = ::CredWriteW(&credential, 0) != 0;
  sodium_memzero(blob.data(), blob.size());
  if (done)
    return {};
  return Failure(
      unavailable("Windows does not keep the key (error " + std::to_string(::GetLastError()) + ")",
                  "keep the key in a file instead, and name it with AI_MEMORY_KEY_FILE"));
}

bool remove_from_keyring(const std::string& name) {
  return ::CredDeleteW(windows::wide(name).c_str(), CRED_TYPE_GENERIC, 0) != 0;
}

// Windows writes no dump of a process that shows no dialogue of its faults.
void keep_memory_off_the_disk() {
  ::SetErrorMode(::GetErrorMode() | SEM_NOGPFAULTERRORBOX | SEM_FAILCRITICALERRORS);
}

}  // namespace aim
