#include "base/derived_key.h"

#include <sodium.h>

#include "base/base64.h"
#include "base/sodium.h"

namespace aim {
namespace {

constexpr std::size_t digits_a_group = 8;
constexpr unsigned long long passes = 3;
constexpr std::size_t memory_bytes = std::size_t{256} << 20;
static_assert(crypto_box_PUBLICKEYBYTES == 32 && crypto_box_SECRETKEYBYTES == 32);
static_assert(crypto_pwhash_SALTBYTES == 16);

}  // namespace

void wipe(std::string& secret) {
  sodium_memzero(secret.data(), secret.size());
}

Key32 random_key() {
  require_random_source();
  Key32 key{};
  randombytes_buf(key.data(), key.size());
  return key;
}

Salt16 random_salt() {
  require_random_source();
  Salt16 salt{};
  randombytes_buf(salt.data(), salt.size());
  return salt;
}

Result<Key32> key_of_passphrase(const std::string& passphrase, const Salt16& salt) {
  require_random_source();
  Key32 key{};
  if (crypto_pwhash(key.data(), key.size(), passphrase.data(), passphrase.size(), salt.data(),
                    passes, memory_bytes, crypto_pwhash_ALG_ARGON2ID13) != 0)
    return Failure(unavailable("there are no 256 MiB of memory to derive the key with",
                               "end other programs, then try again"));
  return key;
}

std::string text_of_key(const Key32& key) {
  const std::string digits = to_hex(key);
  std::string text;
  for (std::size_t at = 0; at < digits.size(); at += digits_a_group)
    text.append(at == 0 ? "" : "-").append(digits, at, digits_a_group);
  return text;
}

std::optional<Key32> key_of_text(std::string_view text) {
  Key32 key{};
  std::size_t size = 0;
  const char* end = nullptr;
  if (sodium_hex2bin(key.data(), key.size(), text.data(), text.size(), "- \t\r\n", &size, &end) !=
          0 ||
      size != key.size() || end != text.data() + text.size())
    return std::nullopt;
  return key;
}

BoxKeys box_keys(const Key32& key, std::string_view purpose) {
  require_random_source();
  std::array<char, crypto_kdf_CONTEXTBYTES> context{};
  std::copy_n(purpose.begin(), std::min(purpose.size(), context.size()), context.begin());
  Key32 seed{};
  crypto_kdf_derive_from_key(seed.data(), seed.size(), 1, context.data(), key.data());
  BoxKeys keys;
  crypto_box_seed_keypair(keys.open_key.data(), keys.secret_key.data(), seed.data());
  return keys;
}

std::string close_box(std::string_view text, const Key32& open_key) {
  require_random_source();
  std::string box(crypto_box_SEALBYTES + text.size(), '\0');
  crypto_box_seal(reinterpret_cast<unsigned char*>(box.data()), bytes_of(text), text.size(),
                  open_key.data());
  return box;
}

std::optional<std::string> open_box(std::string_view box, const BoxKeys& keys) {
  if (box.size() < crypto_box_SEALBYTES)
    return std::nullopt;
  std::string text(box.size() - crypto_box_SEALBYTES, '\0');
  if (crypto_box_seal_open(reinterpret_cast<unsigned char*>(text.data()), bytes_of(box), box.size(),
                           keys.open_key.data(), keys.secret_key.data()) != 0)
    return std::nullopt;
  return text;
}

}  // namespace aim
