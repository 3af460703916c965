// Bytes of any size that only the holder of a key reads, and that nobody changes, cuts or reorders
// unseen: libsodium's secretstream over pieces, each compressed first. A head that is not secret
// stands before them and is sealed with them.
// Knows: bytes. Must not know: what they say, where the key is from.
// Threads: one an object.
#pragma once
#include "base/derived_key.h"

namespace aim {

// Texts that go to a client and come back: sealed, so that changes and forgeries are noticed.
// HMAC-SHA-256 with a key that this process draws at random and keeps to itself, so a seal is worth
// nothing after its end. The text is not hidden. Threads: any.

// Letters, digits, "-", "_" and ".".
std::string seal(std::string_view text);

// Returns the text, or nothing when this process did not seal it as it is. The comparison takes the
// same time for all wrong seals of one length.
std::optional<std::string> unseal(std::string_view sealed);

// A text of 128 random bits, for what must not be guessed. Lower-case hexadecimal digits.
std::string random_token();

class StreamSealer {
 public:
  StreamSealer(const Key32& key, std::string_view head);
  ~StreamSealer();
  // At most max_expanded_bytes (base/compress.h).
  void add(std::string_view piece);
  // Head and pieces.
  std::string finish();

 private:
  void push(std::string_view piece, bool last);
  struct State;
  std::unique_ptr<State> state_;
  std::string out_;
};

class StreamOpener {
 public:
  // `sealed` without its head; outlives this.
  StreamOpener(const Key32& key, std::string_view head, std::string_view sealed);
  ~StreamOpener();
  // The next piece; nothing behind the last, or where something is wrong.
  std::optional<std::string> next();
  // Whether all of it was there and as it was sealed; known when next() has given nothing.
  bool is_whole() const { return whole_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::string_view head_, left_;
  bool whole_ = false, ended_ = false;
};

// Sixteen bytes as hexadecimal digits that nobody without the key can tell from random ones.
std::string keyed_name(const Key32& key, std::string_view text);
// A key for each purpose, of another one.
Key32 derived_key(const Key32& key, std::string_view purpose);

}  // namespace aim
