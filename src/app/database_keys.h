// Where the key of an encrypted database comes from: the kernel's keyring, where `unlock` puts it,
// else a file (AI_MEMORY_KEY_FILE, `storage.key_file`), else a credential that systemd hands over
// ("ai-memory.key"), else the desktop's secret service, where `unlock --remember` puts it. Nobody
// is asked: hooks and servers have nobody to ask. Must not know: passphrases (app/encryption.cpp),
// what is encrypted how.
#pragma once
#include <chrono>

#include "base/derived_key.h"
#include "config/config.h"
#include "op/hook_spool.h"
#include "store/sqlite/core/file_key.h"

namespace aim::app {

// In haste a secret service that does not answer soon is as one that is not there: a hook must not
// keep an assistant waiting. Errors: unavailable, with how to unlock the database.
store::sqlite::FindKey find_key(const Config& config, bool in_haste = false);

// From the key file or a credential, which need nobody; nothing where neither can be read.
std::optional<Key32> key_at_hand(const Config& config, const Salt16& salt);

// Names of the sources that have it; empty: the database is locked.
std::vector<std::string> sources_of_key(const Config& config, const Salt16& salt);

Result<void> keep_key(const store::sqlite::FileKey& key, std::optional<std::chrono::seconds> lasts);
// By the secret service, over the end of the session.
Result<void> remember_key(const store::sqlite::FileKey& key);
// Whether the keyring had it.
bool forget_key(const Salt16& salt);

// AI_MEMORY_KEY_FILE, else the setting. Empty: neither is there.
std::filesystem::path key_file(const Config& config);
Result<Key32> read_key_file(const std::filesystem::path& file);

// For what hooks put aside while the database cannot be written: see op/hook_spool.h.
Key32 seal_of(const Key32& key);
op::Unseal unseal(const Config& config);

}  // namespace aim::app
