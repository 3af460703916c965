#include "base/uuid.h"

#include <sodium/core.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/randombytes.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace aim {
namespace {

std::string text_of(std::array<unsigned char, 16> bytes, unsigned version) {
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0FU) | (version << 4U));
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3FU) | 0x80U);  // the variant of RFC 4122

  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10)
      text += '-';
    text += digits[bytes[i] >> 4U];
    text += digits[bytes[i] & 0xFU];
  }
  return text;
}

}  // namespace

std::string new_uuid() {
  // Without it, two threads that ask first at the same time would race to set up the source. It
  // fails only where the system has no random source at all; ids that could be guessed or repeat
  // would be worse than an end.
  static const bool ready = sodium_init() >= 0;
  if (!ready)
    std::abort();
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return text_of(bytes, 4);
}

std::string named_uuid(std::string_view name) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(name.data()), name.size());
  std::array<unsigned char, 16> bytes{};
  std::copy_n(hash.begin(), bytes.size(), bytes.begin());
  return text_of(bytes, 8);
}

}  // namespace aim
