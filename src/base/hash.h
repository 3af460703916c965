// Content hashes. SHA-256 through libsodium.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// The hash of what comes piece by piece.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();
  void add(std::string_view bytes);
  // 64 lower-case hexadecimal digits; the next piece begins a new hash.
  std::string finish_hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Hash of a file of any size. Errors: not_found, or unavailable when it cannot be read.
Result<std::string> sha256_of_file(const std::filesystem::path& file);

// A fast 64-bit hash for lookup tables; not for secrets, stable across runs and machines.
std::uint64_t stable_hash(std::string_view bytes);

// Whether two secrets are the same, in a time that tells nothing of where they differ or how long
// they are.
bool same_secret(std::string_view given, std::string_view kept);

}  // namespace aim
