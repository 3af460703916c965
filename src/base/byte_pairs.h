// A set of pairs of bytes, made by the compiler: a bit each, 8 KB in all. It rejects most words
// before a list is searched for them.
// Pure.
#pragma once
#include "base/std.h"

namespace aim {

class BytePairs {
 public:
  constexpr void add(char first, char second) {
    const std::size_t pair = number_of(first, second);
    bits_[pair / 8] = static_cast<std::uint8_t>(bits_[pair / 8] | 1U << pair % 8);
  }
  constexpr bool has(char first, char second) const {
    const std::size_t pair = number_of(first, second);
    return (bits_[pair / 8] >> pair % 8 & 1U) != 0;
  }

 private:
  static constexpr std::size_t number_of(char first, char second) {
    return static_cast<std::size_t>(static_cast<unsigned char>(first)) << 8 |
           static_cast<unsigned char>(second);
  }
  std::array<std::uint8_t, 65'536 / 8> bits_{};
};

}  // namespace aim
