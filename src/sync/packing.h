// Numbers and texts in a row of bytes, for files that only this program reads.
// Knows: bytes. Must not know: what they mean. Threads: one an object.
#pragma once
#include "base/std.h"

namespace aim::sync {

// The number of the last piece of each device, by its public key.
using Numbers = std::map<std::string, std::uint64_t, std::less<>>;

class Packer {
 public:
  Packer& number(std::uint64_t number);
  Packer& text(std::string_view text);
  Packer& numbers(const Numbers& numbers);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Missing values read as 0 and empty; is_good() says so.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : left_(bytes) {}
  std::uint64_t number();
  std::string text();
  Numbers numbers();
  // How many follow, each at least a byte.
  std::size_t count();
  bool is_good() const { return good_; }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
  bool good_ = true;
};

}  // namespace aim::sync
