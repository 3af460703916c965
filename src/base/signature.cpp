#include "base/signature.h"

#include <sodium/crypto_generichash.h>
#include <sodium/crypto_sign_ed25519.h>

#include "base/ascii.h"
#include "base/base64.h"
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

constexpr std::size_t algorithm_bytes = 2, id_bytes = 8, hash_bytes = 64;
constexpr std::string_view key_algorithm = "Ed", hashed_algorithm = "ED",
                           trusted = "trusted comment: ";

// The bytes of a line of base64 that begin with these two letters; nothing when they do not.
std::optional<std::string> decoded(std::string_view line, std::string_view algorithm,
                                   std::size_t size) {
  auto bytes = from_base64(line, Base64::standard);
  if (!bytes || bytes->size() != size || !bytes->starts_with(algorithm))
    return std::nullopt;
  return bytes;
}

bool signs(std::string_view signature, std::string_view text, std::string_view key) {
  return crypto_sign_ed25519_verify_detached(bytes_of(signature), bytes_of(text), text.size(),
                                             bytes_of(key)) == 0;
}

std::string blake2b(std::string_view content) {
  std::array<unsigned char, hash_bytes> hash{};
  crypto_generichash(hash.data(), hash.size(), bytes_of(content), content.size(), nullptr, 0);
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

}  // namespace

SigningKey SigningKey::generate() {
  require_random_source();
  SigningKey key;
  std::array<unsigned char, key_bytes> open{};
  crypto_sign_ed25519_keypair(open.data(), key.secret_.data());
  key.public_ = to_hex(open);
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
  key.public_ = to_hex(open);
  return key;
}

SigningKey::~SigningKey() {
  sodium_memzero(secret_.data(), secret_.size());
}

std::string SigningKey::secret() const {
  std::array<unsigned char, seed_bytes> seed{};
  crypto_sign_ed25519_sk_to_seed(seed.data(), secret_.data());
  std::string digits = to_hex(seed);
  sodium_memzero(seed.data(), seed.size());
  return digits;
}

std::string SigningKey::sign(std::string_view text) const {
  std::array<unsigned char, signature_bytes> signature{};
  crypto_sign_ed25519_detached(signature.data(), nullptr, bytes_of(text), text.size(),
                               secret_.data());
  return to_hex(signature);
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

Result<void> check_minisign(std::string_view public_key, std::string_view signature,
                            std::string_view content) {
  const auto key = decoded(public_key, key_algorithm, algorithm_bytes + id_bytes + key_bytes);
  if (!key)
    return Failure(invalid("the public key is not in the form of minisign",
                           "it is the second line of minisign.pub, 56 characters"));
  ascii::take_line(signature);  // the untrusted comment
  const auto first = decoded(ascii::take_line(signature), hashed_algorithm,
                             algorithm_bytes + id_bytes + signature_bytes);
  const std::string_view comment = ascii::take_line(signature);
  const auto second = from_base64(ascii::take_line(signature), Base64::standard);
  if (!first || !comment.starts_with(trusted) || !second || second->size() != signature_bytes)
    return Failure(invalid("the signature is not in the form of minisign 0.10 or later"));
  const std::string_view id = std::string_view(*key).substr(algorithm_bytes, id_bytes);
  if (std::string_view(*first).substr(algorithm_bytes, id_bytes) != id)
    return Failure(invalid("the signature is by another key"));
  const std::string_view open = std::string_view(*key).substr(algorithm_bytes + id_bytes);
  const std::string_view made = std::string_view(*first).substr(algorithm_bytes + id_bytes);
  if (!signs(made, blake2b(content), open) ||
      !signs(*second, std::string(made).append(comment.substr(trusted.size())), open))
    return Failure(invalid("the signature does not fit the content"));
  return {};
}

}  // namespace aim
