#include "index/quantize.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace aim::index {

Quantized quantize(std::span<const float> vector) {
  Quantized out;
  out.high.assign(vector.size(), 0);
  out.low.assign(vector.size(), 0);
  float most = 0;
  for (const float number : vector)
    if (std::isfinite(number))
      most = std::max(most, std::fabs(number));
  if (most == 0)
    return out;
  out.scale = most / 127;
  if (out.scale == 0)  // smaller than a float can be
    return out;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const float number = std::isfinite(vector[i]) ? vector[i] : 0;
    // To the nearest, halves away from zero: what lround() says, whose call costs as much as all
    // else here. A float and a half are exact in a double.
    const double exact =
        std::clamp(static_cast<double>(number / out.scale) * 256, -127.0 * 256, 127.0 * 256);
    const auto fixed = static_cast<std::int32_t>(exact + std::copysign(0.5, exact));
    const std::int32_t high = (fixed + 128) >> 8;  // to the nearest: the rest fits a signed byte
    out.high[i] = static_cast<std::int8_t>(high);
    out.low[i] = static_cast<std::int8_t>(fixed - high * 256);
  }
  return out;
}

std::vector<float> restore(float scale, std::span<const std::int8_t> high,
                           std::span<const std::int8_t> low) {
  assert(high.size() == low.size());
  std::vector<float> out(high.size());
  for (std::size_t i = 0; i < high.size(); ++i)
    out[i] = scale * (static_cast<float>(high[i]) + static_cast<float>(low[i]) / 256);
  return out;
}

}  // namespace aim::index
