#include "base/signature.h"

#include <sodium/crypto_sign_ed25519.h>

#include "base/sodium.h"

namespace aim {
namespace {

constexpr std::size_t seed_bytes = crypto_sign_ed25519_SEEDBYTES,
                      key_bytes = crypto_sign_ed25519_PUBLICKEYBYTES,
                      signature_bytes = crypto_sign_ed25519_BYTES;
static_assert(public_key_digits == 2 * key_bytes && signature_digits == 2 * signature_bytes);

// One text has one meaning: capitals are no digits here, or a changed letter would go unnoticed.
int value_of_digit(char digit) {
  if (digit >= '0' && digit <= '9')
    return digit - '0';
  return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

template <std::size_t size>
std::optional<std::array<unsigned char, size>> bytes_from(std::string_view digits) {
  if (digits.size() != 2 * size)
    return std::nullopt;
  std::array<unsigned char, size> bytes{};
  for (std::size_t i = 0; i < size; ++i) {
    const int high = value_of_digit(digits[2 * i]), low = value_of_digit(digits[2 * i + 1]);
    if (high < 0 || low < 0)
      return std::nullopt;
    bytes[i] = static_cast<unsigned char>(high * 16 + low);
  }
  return bytes;
}

}  // namespace

SigningKey SigningKey::generate() {
  require_random_source();
  SigningKey key;
  std::array<unsigned char, key_bytes> open{};
  crypto_sign_ed25519_keypair(open.data(), key.secret_.data());
  key.public_ = digits_of(open);
  return key;
}

std::optional<SigningKey> SigningKey::from_secret(std::string_view digits) {
  auto seed = bytes_from<seed_bytes>(digits);
  if (!seed)
    return std::nullopt;
  SigningKey key;
  std::array<unsigned char, key_bytes> open{};
  crypto_sign_ed25519_seed_keypair(open.data(), key.secret_.data(), seed->data());
  sodium_memzero(seed->data(), seed->size());
  key.public_ = digits_of(open);
  return key;
}

SigningKey::~SigningKey() {
  sodium_memzero(secret_.data(), secret_.size());
}

std::string SigningKey::secret() const {
  std::array<unsigned char, seed_bytes> seed{};
  crypto_sign_ed25519_sk_to_seed(seed.data(), secret_.data());
  std::string digits = digits_of(seed);
  sodium_memzero(seed.data(), seed.size());
  return digits;
}

std::string SigningKey::sign(std::string_view text) const {
  std::array<unsigned char, signature_bytes> signature{};
  crypto_sign_ed25519_detached(signature.data(), nullptr, bytes_of(text), text.size(),
                               secret_.data());
  return digits_of(signature);
}

bool is_public_key(std::string_view digits) {
  return bytes_from<key_bytes>(digits).has_value();
}

bool is_signed_by(std::string_view public_key, std::string_view text, std::string_view signature) {
  const auto key = bytes_from<key_bytes>(public_key);
  const auto signs = bytes_from<signature_bytes>(signature);
  return key && signs &&
         crypto_sign_ed25519_verify_detached(signs->data(), bytes_of(text), text.size(),
                                             key->data()) == 0;
}

}  // namespace aim
