#include <cmath>

#include "embed/pack.h"

namespace aim::embed {
namespace {

constexpr float largest_byte = 127;
constexpr float least = 1e-5F;
constexpr std::size_t depth_step = 4;

float largest_of(std::span<const float> values) {
  float out = 0;
  for (const float value : values) out = std::max(out, std::abs(value));
  return out;
}

std::int8_t to_byte(float value, float scale) {
  return static_cast<std::int8_t>(
      std::clamp(std::nearbyint(value / scale), -largest_byte, largest_byte));
}

float scale_of(std::span<const float> values) {
  return std::max(largest_of(values), 1e-12F) / largest_byte;
}

// What each input is divided by.
std::vector<float> smoothing_of(const Matrix& matrix, std::span<const float> largest_inputs) {
  std::vector<float> largest_weights(matrix.depth, least);
  for (std::size_t i = 0; i < matrix.weights.size(); ++i) {
    float& largest = largest_weights[i % matrix.depth];
    largest = std::max(largest, std::abs(matrix.weights[i]));
  }
  std::vector<float> out(matrix.depth);
  for (std::size_t i = 0; i < matrix.depth; ++i)
    out[i] = std::max(least, std::sqrt(std::max(largest_inputs[i], least) / largest_weights[i]));
  return out;
}

void add_floats(WeightsWriter& writer, const Matrix& matrix) {
  std::vector<float> turned(matrix.weights.size());
  for (std::size_t output = 0; output < matrix.outputs; ++output)
    for (std::size_t i = 0; i < matrix.depth; ++i)
      turned[output / lanes * lanes * matrix.depth + i * lanes + output % lanes] =
          matrix.weights[output * matrix.depth + i];
  writer.add(turned);
  writer.add(matrix.bias);
  for (int missing = 0; missing < 3; ++missing) writer.add(nullptr, 0);
}

void add_bytes(WeightsWriter& writer, const Matrix& matrix, std::span<const float> largest_inputs) {
  std::vector<float> smoothing = smoothing_of(matrix, largest_inputs);
  std::vector<std::int8_t> turned(matrix.weights.size());
  std::vector<float> scales(matrix.outputs), row(matrix.depth);
  std::vector<std::int32_t> sums(matrix.outputs);
  for (std::size_t output = 0; output < matrix.outputs; ++output) {
    for (std::size_t i = 0; i < matrix.depth; ++i)
      row[i] = matrix.weights[output * matrix.depth + i] * smoothing[i];
    scales[output] = scale_of(row);
    for (std::size_t i = 0; i < matrix.depth; ++i) {
      const std::int8_t byte = to_byte(row[i], scales[output]);
      sums[output] += byte;
      turned[output / lanes * lanes * matrix.depth + i / depth_step * depth_step * lanes +
             output % lanes * depth_step + i % depth_step] = byte;
    }
  }
  for (float& value : smoothing) value = 1 / value;
  writer.add(turned);
  writer.add(matrix.bias);
  writer.add(scales);
  writer.add(sums);
  writer.add(smoothing);
}

}  // namespace

void add_linear(WeightsWriter& writer, const Matrix& matrix, Precision precision,
                std::span<const float> largest_inputs) {
  if (precision == Precision::floats)
    add_floats(writer, matrix);
  else
    add_bytes(writer, matrix, largest_inputs);
}

void add_table(WeightsWriter& writer, const std::vector<float>& table, std::size_t width,
               Precision precision) {
  if (precision == Precision::floats) {
    writer.add(table);
    writer.add(nullptr, 0);
    return;
  }
  std::vector<std::int8_t> bytes(table.size());
  std::vector<float> scales(table.size() / width);
  for (std::size_t row = 0; row < scales.size(); ++row) {
    const std::span values(table.data() + row * width, width);
    scales[row] = scale_of(values);
    for (std::size_t i = 0; i < width; ++i)
      bytes[row * width + i] = to_byte(values[i], scales[row]);
  }
  writer.add(bytes);
  writer.add(scales);
}

}  // namespace aim::embed
