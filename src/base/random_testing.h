// For tests: all that the process draws at random (ids, keys, nonces) comes from a seed, so that a
// simulation that has failed can be repeated. Never in a program: nothing it makes is secret.
#pragma once
#include <sodium/randombytes.h>

#include <cstddef>
#include <cstdint>
#include <random>

#include "base/sodium.h"

namespace aim::testing {

inline std::mt19937& seeded_random() {
  static std::mt19937 random;
  return random;
}

inline void seed_random(std::uint32_t seed) {
  static randombytes_implementation seeded{
      .implementation_name = [] { return "seeded"; },
      .random = []() -> std::uint32_t { return static_cast<std::uint32_t>(seeded_random()()); },
      .stir = nullptr,
      .uniform = nullptr,
      .buf =
          [](void* bytes, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i)
              static_cast<unsigned char*>(bytes)[i] =
                  static_cast<unsigned char>(seeded_random()() >> 24U);
          },
      .close = nullptr};
  randombytes_set_implementation(&seeded);
  seeded_random().seed(seed);
}

}  // namespace aim::testing
