// The weights of the models of triggers, as tests/triggers/train.py writes them
// (trigger_weights.bin), and the words that it found to be frequent. Part of the program; read
// once, then constant. Pure functions; any thread.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace aim {

struct TriggerWeights {
  std::uint32_t places = 0;  // of hashes, a power of two
  float bias = 0, step = 0;  // what a step of a place weighs
  std::string_view numbers;  // a float each, little-endian
  std::string_view bytes;    // a signed byte a place
};
inline constexpr std::size_t trigger_tasks = 4;
const TriggerWeights& weights_of_trigger(std::size_t task);

// Whether a word, in small letters, is one of the frequent ones of the texts of training.
bool is_frequent(std::string_view word);

}  // namespace aim
