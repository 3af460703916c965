// Keys of 32 bytes: drawn at random, or derived from what a person remembers. And boxes: what is
// put into one with its public key, only the secret key opens.
// Must not know: what keys are for.
// Threads: any.
#pragma once
#include "base/result.h"

namespace aim {

using Key32 = std::array<unsigned char, 32>;
using Salt16 = std::array<unsigned char, 16>;

// Overwrites a secret before its memory is used again.
void wipe(std::string& secret);

Key32 random_key();
Salt16 random_salt();

// Argon2id, version 1.3, 3 passes over 256 MiB: about half a second. Errors: unavailable, when
// there is not that much memory.
Result<Key32> key_of_passphrase(const std::string& passphrase, const Salt16& salt);

// As people write it down: 64 hexadecimal digits in groups. Reading leaves out blanks and dashes;
// nothing: the text is no key.
std::string text_of_key(const Key32& key);
std::optional<Key32> key_of_text(std::string_view text);

// A box for each purpose: `purpose` is of at most 8 letters.
struct BoxKeys {
  Key32 open_key{}, secret_key{};  // open_key closes a box, and is no secret
};
BoxKeys box_keys(const Key32& key, std::string_view purpose);
std::string close_box(std::string_view text, const Key32& open_key);
std::optional<std::string> open_box(std::string_view box, const BoxKeys& keys);

}  // namespace aim
