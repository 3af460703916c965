// Signatures: Ed25519 through libsodium. Keys and signatures are lower-case hexadecimal texts here,
// so that they can stand in files, tables and messages as they are; every other spelling of them is
// refused.
// Threads: any. Errors: none; what is no key or no signature fits nothing.
#pragma once
#include "base/result.h"

namespace aim {

inline constexpr std::size_t public_key_digits = 64, signature_digits = 128;

// A private key and its public half. The private one is wiped when the object goes.
class SigningKey {
 public:
  // Drawn at random.
  static SigningKey generate();
  // From the output of secret(); nothing if it is invalid.
  static std::optional<SigningKey> from_secret(std::string_view digits);
  SigningKey(const SigningKey&) = default;
  SigningKey& operator=(const SigningKey&) = default;
  ~SigningKey();

  const std::string& public_key() const { return public_; }
  std::string secret() const;
  std::string sign(std::string_view text) const;

 private:
  SigningKey() = default;
  std::array<unsigned char, 64> secret_{};
  std::string public_;
};

bool is_public_key(std::string_view digits);

// Whether the signature of the text is one of that key.
bool is_signed_by(std::string_view public_key, std::string_view text, std::string_view signature);

// Signatures of files in minisign's form: an Ed25519 signature of the file's BLAKE2b hash, and a
// second one that also covers a comment. Only checked here; people sign with minisign.

// `public_key` is the line of base64 in minisign.pub, `signature` the text of FILE.minisig.
Result<void> check_minisign(std::string_view public_key, std::string_view signature,
                            std::string_view content);

}  // namespace aim
