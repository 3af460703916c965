#include "memory/length_code.h"

#include <algorithm>
#include <cmath>

namespace aim {

int encode_length(std::size_t bytes) {
  const double steps = 7.0 * std::log2(static_cast<double>(std::max<std::size_t>(bytes, 4)) / 4.0);
  return std::min(127, static_cast<int>(std::lround(steps)));
}

std::int64_t decode_length(int code) {
  return std::llround(4.0 * std::exp2(code / 7.0));
}

}  // namespace aim
