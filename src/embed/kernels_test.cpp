// Every instruction set that this processor has, against plain loops and against each other.
#include "embed/kernels/kernels.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "embed/pack.h"

namespace aim::embed {
namespace {

constexpr std::size_t output_count = 128, depth = 192;

class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  std::vector<float> floats(std::size_t count, float scale = 1) {
    std::uniform_real_distribution<float> spread(-scale, scale);
    std::vector<float> out(count);
    for (float& each : out) each = spread(random_);
    return out;
  }
  template <class Number>
  std::vector<Number> whole(std::size_t count, int low, int high) {
    std::uniform_int_distribution<int> spread(low, high);
    std::vector<Number> out(count);
    for (Number& each : out) each = static_cast<Number>(spread(random_));
    return out;
  }

 private:
  std::mt19937 random_;
};

// Of bytes at their extremes now and then: where 16 bits would be too few.
struct ByteProduct {
  explicit ByteProduct(std::size_t rows) : count(rows) {
    Numbers numbers(7);
    inputs = numbers.whole<std::uint8_t>(rows * depth, 0, 255);
    weights = numbers.whole<std::int8_t>(output_count * depth, -128, 127);
    std::fill(inputs.begin(), inputs.begin() + depth, 255);
    std::fill(weights.begin(), weights.begin() + 16 * depth, 127);
    sums = numbers.whole<std::int32_t>(output_count, -20'000, 20'000);
    scales = numbers.floats(output_count);
    bias = numbers.floats(output_count);
    for (std::size_t row = 0; row < rows; ++row)
      row_scales.push_back(
          {0.01F * static_cast<float>(row + 1), static_cast<std::int32_t>(row * 13 % 256)});
    linear = {weights.data(), bias.data(),  scales.data(), sums.data(),
              nullptr,        output_count, depth};
  }

  std::vector<float> by_plain_loop() const {
    std::vector<float> out(count * output_count);
    for (std::size_t row = 0; row < count; ++row)
      for (std::size_t output = 0; output < output_count; ++output) {
        std::int32_t total = 0;
        for (std::size_t i = 0; i < depth; ++i)
          total += inputs[row * depth + i] *
                   weights[output / 16 * 16 * depth + i / 4 * 64 + output % 16 * 4 + i % 4];
        total -= sums[output] * row_scales[row].zero;
        const float step = scales[output] * row_scales[row].scale;
        const float product = static_cast<float>(total) * step;
        out[row * output_count + output] = product + bias[output];
      }
    return out;
  }

  std::size_t count;
  std::vector<std::uint8_t> inputs;
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> sums;
  std::vector<float> scales, bias;
  std::vector<RowScale> row_scales;
  Linear linear;
};

TEST(Kernels, MultiplyBytesExactly) {
  for (const std::size_t rows : {1U, 2U, 5U, 6U, 7U, 13U, 48U}) {
    const ByteProduct product(rows);
    for (const Kernels* kernels : usable_kernels()) {
      std::vector<float> out(rows * output_count);
      kernels->multiply_bytes(product.inputs.data(), product.row_scales.data(), rows,
                              product.linear, out.data());
      EXPECT_EQ(out, product.by_plain_loop()) << kernels->name << ", rows: " << rows;
    }
  }
}

TEST(Kernels, MultiplyFloats) {
  Numbers numbers(3);
  const auto rows = numbers.floats(7 * depth), weights = numbers.floats(output_count * depth),
             bias = numbers.floats(output_count);
  const Linear linear{weights.data(), bias.data(), nullptr, nullptr, nullptr, output_count, depth};
  std::vector<float> first;
  for (const Kernels* kernels : usable_kernels()) {
    std::vector<float> out(7 * output_count);
    kernels->multiply_floats(rows.data(), 7, linear, out.data());
    for (std::size_t row = 0; row < 7; ++row)
      for (std::size_t output = 0; output < output_count; ++output) {
        double total = static_cast<double>(bias[output]);
        for (std::size_t i = 0; i < depth; ++i)
          total += static_cast<double>(rows[row * depth + i]) *
                   static_cast<double>(weights[output / 16 * 16 * depth + i * 16 + output % 16]);
        EXPECT_NEAR(static_cast<double>(out[row * output_count + output]), total, 1e-4);
      }
    first = first.empty() ? out : first;
    EXPECT_EQ(out, first) << kernels->name;
  }
}

TEST(Kernels, TurnRowsToBytesAndLoseHalfAStepAtMost) {
  Numbers numbers(5);
  const auto smoothing = std::vector<float>(depth, 0.5F);
  for (const float scale : {0.0F, 1e-3F, 1.0F, 1e4F}) {
    const auto row = numbers.floats(depth, scale);
    for (const Kernels* kernels : usable_kernels()) {
      std::vector<std::uint8_t> out(depth);
      const RowScale how = kernels->to_bytes(row.data(), smoothing.data(), depth, out.data());
      for (std::size_t i = 0; i < depth; ++i)
        EXPECT_NEAR(static_cast<float>(out[i] - how.zero) * how.scale, row[i] / 2,
                    0.51F * how.scale + 1e-12F)
            << kernels->name;
    }
  }
}

TEST(Kernels, MakeBytesOfWhatIsNoNumber) {
  std::vector<float> row(depth, 1);
  row[3] = std::numeric_limits<float>::quiet_NaN();
  row[70] = std::numeric_limits<float>::infinity();
  const std::vector<float> smoothing(depth, 1);
  for (const Kernels* kernels : usable_kernels()) {
    std::vector<std::uint8_t> out(depth);
    const RowScale how = kernels->to_bytes(row.data(), smoothing.data(), depth, out.data());
    EXPECT_TRUE(how.zero >= 0 && how.zero <= 255 && std::isfinite(how.scale)) << kernels->name;
  }
}

TEST(Kernels, KnowTheirCurves) {
  std::vector<float> points(192);
  for (std::size_t i = 0; i < 192; ++i) points[i] = -12 + static_cast<float>(i) / 8;
  for (const Kernels* kernels : usable_kernels()) {
    std::vector<float> curve = points, gated = points;
    kernels->gelu(curve.data(), 192);
    gated.insert(gated.end(), points.begin(), points.end());
    kernels->gate(gated.data(), 192);
    for (std::size_t i = 0; i < 192; ++i) {
      const double x = static_cast<double>(points[i]);
      EXPECT_NEAR(static_cast<double>(curve[i]), x / 2 * (1 + std::erf(x / std::sqrt(2.0))), 2e-6)
          << kernels->name << x;
      EXPECT_NEAR(static_cast<double>(gated[i]), x * x / (1 + std::exp(-x)), 2e-5)
          << kernels->name << x;
    }
  }
}

TEST(Kernels, Attend) {
  Numbers numbers(11);
  for (const std::size_t tokens : {1U, 3U, 16U, 17U, 40U})
    for (const std::size_t head_width : {16U, 32U, 64U}) {
      constexpr std::size_t heads = 2;
      const std::size_t width = heads * head_width;
      const auto rows = numbers.floats(tokens * 3 * width);
      std::vector<float> first;
      for (const Kernels* kernels : usable_kernels()) {
        std::vector<float> out(tokens * width), scratch(attention_scratch(tokens, head_width));
        kernels->attend({rows.data(), tokens, heads, head_width, out.data(), scratch.data()});
        first = first.empty() ? out : first;
        EXPECT_EQ(out, first) << kernels->name;
      }
      for (std::size_t column = 0; column < width; ++column) {  // of the last token
        const float* query = &rows[(tokens - 1) * 3 * width];
        double total = 0, mixed = 0;
        for (std::size_t token = 0; token < tokens; ++token) {
          double likeness = 0;
          for (std::size_t i = column / head_width * head_width;
               i < (column / head_width + 1) * head_width; ++i)
            likeness += static_cast<double>(query[i]) *
                        static_cast<double>(rows[token * 3 * width + width + i]);
          const double power = std::exp(likeness / std::sqrt(static_cast<double>(head_width)));
          total += power;
          mixed += power * static_cast<double>(rows[token * 3 * width + 2 * width + column]);
        }
        EXPECT_NEAR(static_cast<double>(first[(tokens - 1) * width + column]), mixed / total, 1e-5);
      }
    }
}

TEST(Kernels, AgreeOnNormsMeansAndTurns) {
  Numbers numbers(13);
  const auto rows = numbers.floats(5 * depth, 3), gain = numbers.floats(depth),
             shift = numbers.floats(depth);
  const auto turns = numbers.floats(64);
  std::vector<float> first;
  for (const Kernels* kernels : usable_kernels()) {
    std::vector<float> out = rows;
    kernels->rotate(out.data(), 3, 64, turns.data(), turns.data() + 32);
    kernels->add_and_norm(out.data(), rows.data(), 5, depth, {gain.data(), shift.data()}, 1e-12F);
    out.resize(6 * depth);
    kernels->mean_of_unit_length(out.data(), 5, depth, out.data() + 5 * depth);
    double length = 0;
    for (std::size_t i = 5 * depth; i < out.size(); ++i)
      length += static_cast<double>(out[i]) * static_cast<double>(out[i]);
    EXPECT_NEAR(length, 1, 1e-6);
    first = first.empty() ? out : first;
    EXPECT_EQ(out, first) << kernels->name;
  }
}

}  // namespace
}  // namespace aim::embed
