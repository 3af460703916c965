#include "base/hash.h"

#include <sodium/crypto_hash_sha256.h>
#include <sodium/crypto_shorthash.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/base64.h"
#include "base/sodium.h"

namespace aim {
namespace {

constexpr std::size_t hashed_at_once = std::size_t{1} << 20;

}  // namespace

struct Sha256::State {
  crypto_hash_sha256_state hash;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  crypto_hash_sha256_init(&state_->hash);
}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(&state_->hash, bytes_of(bytes), bytes.size());
}

std::string Sha256::finish_hex() {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256_final(&state_->hash, hash.data());
  crypto_hash_sha256_init(&state_->hash);
  return to_hex(hash);
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish_hex();
}

Result<std::string> sha256_of_file(const std::filesystem::path& file) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(
      std::fopen(file.string().c_str(), "rb"), &std::fclose);
  Sha256 hash;
  std::vector<char> piece(hashed_at_once);
  std::size_t got = 0;
  while (opened && (got = std::fread(piece.data(), 1, piece.size(), opened.get())) > 0)
    hash.add({piece.data(), got});
  if (opened && std::ferror(opened.get()) == 0)
    return hash.finish_hex();
  if (errno == ENOENT)
    return Failure(missing("no such file: " + file.string()));
  return Failure(unavailable("cannot read " + file.string() + ": " +
                                 std::error_code(errno, std::generic_category()).message(),
                             "check that you may use it"));
}

std::uint64_t stable_hash(std::string_view bytes) {
  // SipHash-2-4. The key is no secret: it only has to stay the same permanently.
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
