// The signing identity of a user: one private key, and the public keys of its predecessors, in one
// file, 0600 (docs/formats/events.md). The file is the user's, not a database's: all databases of a
// user are signed with it. Threads: any; several processes too, whose changes of the file wait for
// each other.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"
#include "base/signature.h"

namespace aim {

struct RetiredKey {
  std::string public_key;
  Time until{};
};

struct Identity {
  SigningKey key;
  Time since{};                     // creation of the key
  std::vector<RetiredKey> retired;  // oldest first
};

// Nothing without a file. Errors: unavailable if the file cannot be read or is not an identity.
Result<std::optional<Identity>> load_identity(const std::filesystem::path& file);

// The one that is there, or a fresh one. `created` says which.
Result<Identity> create_identity(const std::filesystem::path& file, Time now,
                                 bool* created = nullptr);

// A fresh key; the old one is kept as retired, its private half is gone. Errors: not_found when
// there is no identity.
Result<Identity> rotate_identity(const std::filesystem::path& file, Time now);

}  // namespace aim
