#include "base/uuid.h"

#include <sodium/crypto_hash_sha256.h>
#include <sodium/randombytes.h>

#include "base/base64.h"
#include "base/sodium.h"

namespace aim {
namespace {

std::string text_of(std::array<unsigned char, 16> bytes, unsigned version) {
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0FU) | (version << 4U));
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3FU) | 0x80U);  // the variant of RFC 4122

  std::string text = to_hex(bytes);
  for (const std::size_t group : {20U, 16U, 12U, 8U}) text.insert(group, 1, '-');
  return text;
}

}  // namespace

std::string new_uuid() {
  require_random_source();
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return text_of(bytes, 4);
}

std::string named_uuid(std::string_view name) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), bytes_of(name), name.size());
  std::array<unsigned char, 16> bytes{};
  std::copy_n(hash.begin(), bytes.size(), bytes.begin());
  return text_of(bytes, 8);
}

}  // namespace aim
