#include "base/hash.h"

#include <sodium/crypto_hash_sha256.h>
#include <sodium/crypto_shorthash.h>
#include <sodium/utils.h>

#include <array>

namespace aim {
namespace {

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), bytes_of(bytes), bytes.size());
  std::string text;
  text.reserve(2 * hash.size());
  for (const unsigned char byte : hash) {
    text += digits[byte >> 4U];
    text += digits[byte & 0xFU];
  }
  return text;
}

std::uint64_t stable_hash(std::string_view bytes) {
  // SipHash-2-4. The key is no secret: all that is asked of it is to stay the same for ever.
  static constexpr std::array<unsigned char, crypto_shorthash_KEYBYTES> key{"stable-hash-key"};
  std::array<unsigned char, crypto_shorthash_BYTES> hash{};
  crypto_shorthash(hash.data(), bytes_of(bytes), bytes.size(), key.data());
  std::uint64_t value = 0;
  for (std::size_t i = hash.size(); i-- > 0;) value = (value << 8U) | hash[i];
  return value;
}

bool same_secret(std::string_view given, std::string_view kept) {
  const std::string a = sha256_hex(given), b = sha256_hex(kept);
  return sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace aim
