// NEON, as every 64-bit ARM processor has it: bytes widened to 16 bits, products summed to 32.
#define AIM_REGISTER_LANES 4
#include <arm_neon.h>

#include "embed/kernels/kernels.h"
#include "embed/kernels/table.h"

namespace aim::embed {
namespace {

struct Block {
  static constexpr std::size_t columns = 16, max_rows = 2;

  template <std::size_t row_count>
  static void run(const std::uint8_t* rows, const RowScale* scales, const Linear& linear,
                  std::size_t column, float* out) {
    const auto* weights = static_cast<const std::int8_t*>(linear.weights) + column * linear.depth;
    int32x4_t sums[row_count][8];  // of two columns each, two sums a column
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
#pragma GCC unroll 8
      for (std::size_t part = 0; part < 8; ++part) sums[row][part] = vdupq_n_s32(0);
    for (std::size_t k = 0; k < linear.depth; k += 4)
#pragma GCC unroll 6
      for (std::size_t row = 0; row < row_count; ++row) {
        std::uint32_t four;
        __builtin_memcpy(&four, rows + row * linear.depth + k, sizeof four);
        const int16x8_t inputs =
            vreinterpretq_s16_u16(vmovl_u8(vcreate_u8(four | std::uint64_t{four} << 32)));
#pragma GCC unroll 8
        for (std::size_t part = 0; part < 8; ++part) {
          const int16x8_t weight = vmovl_s8(vld1_s8(weights + k * lanes + part * 8));
          const int32x4_t low = vmull_s16(vget_low_s16(inputs), vget_low_s16(weight));
          const int32x4_t high = vmull_s16(vget_high_s16(inputs), vget_high_s16(weight));
          sums[row][part] = vaddq_s32(sums[row][part], vpaddq_s32(low, high));
        }
      }
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
      for (std::size_t quarter = 0; quarter < 4; ++quarter)
        finish(vpaddq_s32(sums[row][2 * quarter], sums[row][2 * quarter + 1]), scales[row], linear,
               column + quarter * 4, out + row * linear.outputs);
  }
};

}  // namespace

const Kernels neon_kernels = table_of<Block>("neon");

}  // namespace aim::embed
