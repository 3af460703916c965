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

}  // namespace aim
