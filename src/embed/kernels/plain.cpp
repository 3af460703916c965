// Plain loops, for every other processor, and what the others are tested against.
#define AIM_REGISTER_LANES 4
#include "embed/kernels/kernels.h"
#include "embed/kernels/table.h"

namespace aim::embed {
namespace {

std::int32_t product(const std::uint8_t* row, const Linear& linear, std::size_t output) {
  const auto* weights = static_cast<const std::int8_t*>(linear.weights) +
                        output / lanes * lanes * linear.depth + output % lanes * 4;
  std::int32_t total = 0;
  for (std::size_t k = 0; k < linear.depth; k += 4)
    for (std::size_t i = 0; i < 4; ++i) total += row[k + i] * weights[k * lanes + i];
  return total;
}

struct Block {
  static constexpr std::size_t columns = 4, max_rows = 1;

  template <std::size_t row_count>
  static void run(const std::uint8_t* rows, const RowScale* scales, const Linear& linear,
                  std::size_t column, float* out) {
    for (std::size_t row = 0; row < row_count; ++row) {
      Integers sums{};
      for (std::size_t i = 0; i < 4; ++i)
        sums[i] = product(rows + row * linear.depth, linear, column + i);
      finish(sums, scales[row], linear, column, out + row * linear.outputs);
    }
  }
};

}  // namespace

const Kernels plain_kernels = table_of<Block>("plain");

}  // namespace aim::embed
