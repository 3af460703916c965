#include "base/sealed_stream.h"

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/crypto_generichash.h>
#include <sodium/crypto_secretstream_xchacha20poly1305.h>
#include <sodium/randombytes.h>

#include "base/base64.h"
#include "base/compress.h"
#include "base/sodium.h"

namespace aim {
namespace {

constexpr std::size_t header_bytes = crypto_secretstream_xchacha20poly1305_HEADERBYTES,
                      seal_bytes = crypto_secretstream_xchacha20poly1305_ABYTES, length_bytes = 4;

std::string text_of(std::size_t number) {
  std::string text(length_bytes, '\0');
  for (std::size_t i = 0; i < length_bytes; ++i)
    text[i] = static_cast<char>(number >> (8 * i) & 0xffU);
  return text;
}
std::size_t number_of(std::string_view text) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < length_bytes; ++i)
    number |= static_cast<std::size_t>(static_cast<unsigned char>(text[i])) << (8 * i);
  return number;
}

}  // namespace

struct StreamSealer::State {
  crypto_secretstream_xchacha20poly1305_state stream{};
  std::string head;
};
struct StreamOpener::State {
  crypto_secretstream_xchacha20poly1305_state stream{};
};

StreamSealer::StreamSealer(const Key32& key, std::string_view head)
    : state_(std::make_unique<State>()), out_(head) {
  require_random_source();
  state_->head = head;
  std::array<unsigned char, header_bytes> header{};
  crypto_secretstream_xchacha20poly1305_init_push(&state_->stream, header.data(), key.data());
  out_.append(reinterpret_cast<const char*>(header.data()), header.size());
}
StreamSealer::~StreamSealer() {
  sodium_memzero(state_.get(), sizeof state_->stream);
}

void StreamSealer::push(std::string_view piece, bool last) {
  const std::string text = text_of(piece.size()) + compress(piece, {}, Effort::at_once);
  std::string sealed(text.size() + seal_bytes, '\0');
  crypto_secretstream_xchacha20poly1305_push(
      &state_->stream, reinterpret_cast<unsigned char*>(sealed.data()), nullptr, bytes_of(text),
      text.size(), bytes_of(state_->head), state_->head.size(),
      last ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : 0);
  out_ += text_of(sealed.size()) + sealed;
}

void StreamSealer::add(std::string_view piece) {
  push(piece, false);
}

std::string StreamSealer::finish() {
  push({}, true);
  return std::move(out_);
}

StreamOpener::StreamOpener(const Key32& key, std::string_view head, std::string_view sealed)
    : state_(std::make_unique<State>()), head_(head) {
  ended_ = sealed.size() < header_bytes || crypto_secretstream_xchacha20poly1305_init_pull(
                                               &state_->stream, bytes_of(sealed), key.data()) != 0;
  if (!ended_)
    left_ = sealed.substr(header_bytes);
}
StreamOpener::~StreamOpener() {
  sodium_memzero(state_.get(), sizeof state_->stream);
}

std::optional<std::string> StreamOpener::next() {
  if (std::exchange(ended_, true) || left_.size() < length_bytes)
    return std::nullopt;
  const std::size_t size = number_of(left_);
  left_.remove_prefix(length_bytes);
  if (size < seal_bytes + length_bytes || size > left_.size())
    return std::nullopt;
  std::string text(size - seal_bytes, '\0');
  unsigned char tag = 0;
  if (crypto_secretstream_xchacha20poly1305_pull(
          &state_->stream, reinterpret_cast<unsigned char*>(text.data()), nullptr, &tag,
          bytes_of(left_), size, bytes_of(head_), head_.size()) != 0)
    return std::nullopt;
  left_.remove_prefix(size);
  if (tag == crypto_secretstream_xchacha20poly1305_TAG_FINAL) {
    whole_ = left_.empty();
    return std::nullopt;
  }
  auto piece = expand(std::string_view(text).substr(length_bytes), {}, number_of(text));
  if (!piece)
    return std::nullopt;
  ended_ = false;
  return std::move(*piece);
}

std::string keyed_name(const Key32& key, std::string_view text) {
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(), bytes_of(text), text.size(), key.data(), key.size());
  return to_hex(hash);
}

Key32 derived_key(const Key32& key, std::string_view purpose) {
  Key32 made{};
  crypto_generichash(made.data(), made.size(), bytes_of(purpose), purpose.size(), key.data(),
                     key.size());
  return made;
}

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
  return to_hex(bytes);
}

}  // namespace aim
