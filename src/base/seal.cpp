#include "base/seal.h"

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/randombytes.h>

#include <array>

#include "base/base64.h"
#include "base/sodium.h"

namespace aim {
namespace {

using Mac = std::array<unsigned char, crypto_auth_hmacsha256_BYTES>;

const unsigned char* key() {
  static const auto drawn = [] {
    require_random_source();
    std::array<unsigned char, crypto_auth_hmacsha256_KEYBYTES> fresh{};
    crypto_auth_hmacsha256_keygen(fresh.data());
    return fresh;
  }();
  return drawn.data();
}

}  // namespace

std::string seal(std::string_view text) {
  Mac mac{};
  crypto_auth_hmacsha256(mac.data(), bytes_of(text), text.size(), key());
  const std::string_view bytes(reinterpret_cast<const char*>(mac.data()), mac.size());
  return to_base64(text, Base64::url) + "." + to_base64(bytes, Base64::url);
}

std::optional<std::string> unseal(std::string_view sealed) {
  const std::size_t dot = sealed.find('.');
  if (dot == sealed.npos)
    return std::nullopt;
  const auto text = from_base64(sealed.substr(0, dot), Base64::url);
  const auto mac = from_base64(sealed.substr(dot + 1), Base64::url);
  if (!text || !mac || mac->size() != crypto_auth_hmacsha256_BYTES ||
      crypto_auth_hmacsha256_verify(bytes_of(*mac), bytes_of(*text), text->size(), key()) != 0)
    return std::nullopt;
  return text;
}

std::string random_token() {
  require_random_source();
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return digits_of(bytes);
}

}  // namespace aim
