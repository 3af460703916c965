#include "capture/trigger_weights.h"

#include <algorithm>
#include <cstring>

extern "C" {
extern const char aim_trigger_weights_begin[], aim_trigger_weights_end[];
}

namespace aim {
namespace {

// All little-endian: how many words are frequent, and the hash of each, rising; then each model:
// how many numbers and places, the bias, the step, a float a number, a signed byte a place.
struct All {
  std::vector<std::uint32_t> frequent;
  std::array<TriggerWeights, trigger_tasks> models;
};

template <class T>
T taken(std::string_view& from) {
  T value{};
  std::memcpy(&value, from.data(), sizeof value);
  from.remove_prefix(sizeof value);
  return value;
}

All read_all() {
  std::string_view rest(
      aim_trigger_weights_begin,
      static_cast<std::size_t>(aim_trigger_weights_end - aim_trigger_weights_begin));
  All all;
  all.frequent.resize(taken<std::uint32_t>(rest));
  for (std::uint32_t& hash : all.frequent) hash = taken<std::uint32_t>(rest);
  for (TriggerWeights& model : all.models) {
    const std::size_t numbers = taken<std::uint32_t>(rest) * sizeof(float);
    model.places = taken<std::uint32_t>(rest);
    model.bias = taken<float>(rest);
    model.step = taken<float>(rest);
    model.numbers = rest.substr(0, numbers);
    model.bytes = rest.substr(numbers, model.places);
    rest.remove_prefix(numbers + model.places);
  }
  return all;
}

const All& all_weights() {
  static const All it = read_all();
  return it;
}

}  // namespace

const TriggerWeights& weights_of_trigger(std::size_t task) {
  return all_weights().models[task];
}

bool is_frequent(std::string_view word) {
  std::uint32_t hash = 2'166'136'261U;  // FNV-1a
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
  return std::ranges::binary_search(all_weights().frequent, hash);
}

}  // namespace aim
