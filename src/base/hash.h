// Content hashes. SHA-256 through libsodium.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace aim {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// A fast 64-bit hash for lookup tables; not for secrets, stable across runs and machines.
std::uint64_t stable_hash(std::string_view bytes);

// Whether two secrets are the same, in a time that tells nothing of where they differ or how long they are.
bool same_secret(std::string_view given, std::string_view kept);

}  // namespace aim
