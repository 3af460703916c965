// The parts of an encoder in floating point, row by row, over sixteen lanes. Included once by each
// file of an instruction set, after AIM_REGISTER_LANES is said; see lanes.h for what may be used
// here.
// Polynomials: e^x by Cephes' expf (about one unit in the last place); the error function as a
// rational approximation (2e-7), so that GELU is the exact one.
#pragma once
#include "embed/kernels/kernels.h"
#include "embed/kernels/lanes.h"

namespace aim::embed {
namespace {

AIM_INLINE Lanes between(Lanes value, float low, float high) {
  return smaller(larger(value, all(low)), all(high));
}

// Of several at once, step by step: a processor that waits for one has the others to work on.
template <std::size_t count>
AIM_INLINE void exponentials(Lanes (&values)[count]) {
  constexpr float factors[]{1.3981999507e-3F, 8.3334519073e-3F, 4.1665795894e-2F, 1.6666665459e-1F,
                            5.0000001201e-1F};
  Lanes wholes[count], rests[count], sums[count];
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i) values[i] = between(values[i], -87.0F, 88.0F);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i)
    wholes[i] = nearest(values[i] * all(1.44269504088896341F));
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i)
    rests[i] = values[i] - wholes[i] * all(0.693359375F) - wholes[i] * all(-2.12194440e-4F);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i) sums[i] = all(1.9875691500e-4F);
#pragma GCC unroll 5
  for (const float factor : factors)
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count; ++i) sums[i] = sums[i] * rests[i] + all(factor);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i)
    values[i] = (sums[i] * (rests[i] * rests[i]) + rests[i] + all(1.0F)) * power_of_two(wholes[i]);
}

AIM_INLINE Lanes exponential(Lanes value) {
  Lanes values[]{value};
  exponentials(values);
  return values[0];
}

// x/2 (1 + erf(x/sqrt 2))
AIM_INLINE Lanes gelu_of(Lanes value) {
  const Lanes x = between(value * all(0.70710678118654752F), -4.0F, 4.0F);
  const Lanes square = x * x;
  Lanes above = all(-2.72614225801306e-10F);
  above = above * square + all(2.77068142495902e-08F);
  above = above * square + all(-2.10102402082508e-06F);
  above = above * square + all(-5.69250639462346e-05F);
  above = above * square + all(-7.34990630326855e-04F);
  above = above * square + all(-2.95459980854025e-03F);
  above = above * square + all(-1.60960333262415e-02F);
  Lanes below = all(-1.45660718464996e-05F);
  below = below * square + all(-2.13374055278905e-04F);
  below = below * square + all(-1.68282697438203e-03F);
  below = below * square + all(-7.37332916720468e-03F);
  below = below * square + all(-1.42647390514189e-02F);
  return value * all(0.5F) * (all(1.0F) + x * above / below);
}

void look_up_bytes(const std::int8_t* bytes, float scale, const float* added, std::size_t width,
                   float* out) {
  for (std::size_t i = 0; i < width; i += lanes)
    store(out + i, lanes_at(bytes + i) * all(scale) + lanes_at(added + i));
}

void look_up_floats(const float* floats, const float* added, std::size_t width, float* out) {
  for (std::size_t i = 0; i < width; i += lanes)
    store(out + i, lanes_at(floats + i) + lanes_at(added + i));
}

RowScale to_bytes(const float* row, const float* smoothing, std::size_t width, std::uint8_t* out) {
  Lanes high = all(0.0F), low = all(0.0F);
  for (std::size_t i = 0; i < width; i += lanes) {
    const Lanes value = lanes_at(row + i) * lanes_at(smoothing + i);
    high = larger(value, high);
    low = larger(all(0.0F) - value, low);
  }
  const float below = largest(low);
  float range = largest(high) + below;
  range = range > 1e-20F && range < 1e30F ? range : 1e-20F;
  const float steps = 255.0F / range;
  float zero = below * steps + 0.5F;
  zero = zero < 255.0F ? zero : 255.0F;
  const auto zero_byte = static_cast<std::int32_t>(zero);
  const Lanes shift = all(static_cast<float>(zero_byte));
  for (std::size_t i = 0; i < width; i += lanes) {
    const Lanes value = lanes_at(row + i) * lanes_at(smoothing + i);
    store(out + i, nearest(between(value * all(steps) + shift, 0.0F, 255.0F)));
  }
  return {range / 255.0F, zero_byte};
}

void add_and_norm(float* rows, const float* added, std::size_t count, std::size_t width,
                  const Norm& norm, float epsilon) {
  for (std::size_t index = 0; index < count; ++index) {
    float* row = rows + index * width;
    Lanes total = all(0.0F);
    for (std::size_t i = 0; i < width; i += lanes) {
      Lanes value = lanes_at(row + i);
      if (added != nullptr)
        value = value + lanes_at(added + index * width + i);
      store(row + i, value);
      total = total + value;
    }
    const Lanes mean = all(sum(total) / static_cast<float>(width));
    Lanes squares = all(0.0F);
    for (std::size_t i = 0; i < width; i += lanes) {
      const Lanes difference = lanes_at(row + i) - mean;
      squares = squares + difference * difference;
    }
    const Lanes scale =
        all(1.0F / __builtin_sqrtf(sum(squares) / static_cast<float>(width) + epsilon));
    for (std::size_t i = 0; i < width; i += lanes)
      store(row + i, (lanes_at(row + i) - mean) * scale * lanes_at(norm.gain + i) +
                         lanes_at(norm.shift + i));
  }
}

void gelu(float* row, std::size_t width) {
  for (std::size_t i = 0; i < width; i += lanes) store(row + i, gelu_of(lanes_at(row + i)));
}

void gate(float* row, std::size_t width) {
  for (std::size_t i = 0; i < width; i += lanes) {
    const Lanes open = lanes_at(row + width + i);
    const Lanes silu = open / (all(1.0F) + exponential(all(0.0F) - open));
    store(row + i, lanes_at(row + i) * silu);
  }
}

void rotate(float* row, std::size_t heads, std::size_t head_width, const float* cosines,
            const float* sines) {
  const std::size_t half = head_width / 2;
  for (std::size_t head = 0; head < heads; ++head)
    for (std::size_t i = 0; i < half; i += lanes) {
      float* first = row + head * head_width + i;
      float* second = first + half;
      const Lanes a = lanes_at(first), b = lanes_at(second);
      const Lanes cosine = lanes_at(cosines + i), sine = lanes_at(sines + i);
      store(first, a * cosine - b * sine);
      store(second, b * cosine + a * sine);
    }
}

void mean_of_unit_length(const float* rows, std::size_t count, std::size_t width, float* out) {
  const Lanes share = all(1.0F / static_cast<float>(count));
  Lanes squares = all(0.0F);
  for (std::size_t i = 0; i < width; i += lanes) {
    Lanes total = all(0.0F);
    for (std::size_t row = 0; row < count; ++row) total = total + lanes_at(rows + row * width + i);
    total = total * share;
    store(out + i, total);
    squares = squares + total * total;
  }
  const float length = __builtin_sqrtf(sum(squares));
  const Lanes scale = all(1.0F / (length > 1e-12F ? length : 1e-12F));
  for (std::size_t i = 0; i < width; i += lanes) store(out + i, lanes_at(out + i) * scale);
}

}  // namespace
}  // namespace aim::embed
