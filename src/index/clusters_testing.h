// Vectors that lie as those of texts do: around the middles of topics, in fewer directions than
// they have numbers.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "index/flat.h"
#include "index/quantize.h"

namespace aim::index {

class Clusters {
 public:
  Clusters(std::uint32_t seed, std::size_t dimension, std::size_t clusters)
      : random_(seed), dimension_(dimension), middles_(clusters) {
    for (auto& middle : middles_) middle = unit(normals(dimension));
    for (auto& direction : directions_) direction = unit(normals(dimension));
  }

  std::vector<float> next() {
    std::vector<float> vector = middles_[random_() % middles_.size()];
    for (const auto& direction : directions_) {
      const float length = normal_(random_) * spread;
      for (std::size_t i = 0; i < dimension_; ++i) vector[i] += length * direction[i];
    }
    return unit(vector);
  }

 private:
  static constexpr std::size_t directions = 32;
  static constexpr float spread = 0.2F;

  std::vector<float> normals(std::size_t count) {
    std::vector<float> numbers(count);
    for (float& number : numbers) number = normal_(random_);
    return numbers;
  }
  static std::vector<float> unit(std::vector<float> vector) {
    float square = 0;
    for (const float number : vector) square += number * number;
    for (float& number : vector) number /= std::sqrt(square);
    return vector;
  }

  std::mt19937 random_;
  std::normal_distribution<float> normal_;
  std::size_t dimension_;
  std::vector<std::vector<float>> middles_;
  std::vector<std::vector<float>> directions_ = std::vector<std::vector<float>>(directions);
};

inline void put(Flat& flat, std::size_t row, const std::vector<float>& vector) {
  if (row >= flat.size())
    flat.resize(row + 1);
  const Quantized small = quantize(vector);
  flat.set(row, small.scale, small.high);
}

inline Flat clustered(std::uint32_t seed, std::size_t dimension, std::size_t rows) {
  Flat flat(dimension);
  Clusters clusters(seed, dimension, 1 + rows / 100);
  for (std::size_t row = 0; row < rows; ++row) put(flat, row, clusters.next());
  return flat;
}

}  // namespace aim::index
