// NEON with the dot product of bytes, as ARM processors from about 2018 on have it. It takes signed
// bytes on both sides: inputs are moved by 128, and what that takes from a sum, 128 times the sum
// of its weights, is added again at the end.
#define AIM_REGISTER_LANES 4
#include <arm_neon.h>

#include "embed/kernels/kernels.h"
#include "embed/kernels/table.h"

namespace aim::embed {
namespace {

struct Block {
  static constexpr std::size_t columns = 16, max_rows = 5;

  template <std::size_t row_count>
  static void run(const std::uint8_t* rows, const RowScale* scales, const Linear& linear,
                  std::size_t column, float* out) {
    constexpr std::size_t groups = 4;  // of four columns each
    const auto* weights = static_cast<const std::int8_t*>(linear.weights) + column * linear.depth;
    const int8x16_t ones = vdupq_n_s8(1);
    int32x4_t sums[row_count][groups], of_weights[groups];
#pragma GCC unroll 4
    for (std::size_t group = 0; group < groups; ++group) of_weights[group] = vdupq_n_s32(0);
#pragma GCC unroll 5
    for (std::size_t row = 0; row < row_count; ++row)
#pragma GCC unroll 4
      for (std::size_t group = 0; group < groups; ++group) sums[row][group] = vdupq_n_s32(0);
    for (std::size_t k = 0; k < linear.depth; k += 4) {
      int8x16_t weight[groups];
#pragma GCC unroll 4
      for (std::size_t group = 0; group < groups; ++group) {
        weight[group] = vld1q_s8(weights + k * lanes + group * 16);
        of_weights[group] = vdotq_s32(of_weights[group], weight[group], ones);
      }
#pragma GCC unroll 5
      for (std::size_t row = 0; row < row_count; ++row) {
        std::uint32_t four;
        __builtin_memcpy(&four, rows + row * linear.depth + k, sizeof four);
        const int8x16_t inputs = vreinterpretq_s8_u32(vdupq_n_u32(four ^ 0x80808080U));
#pragma GCC unroll 4
        for (std::size_t group = 0; group < groups; ++group)
          sums[row][group] = vdotq_s32(sums[row][group], weight[group], inputs);
      }
    }
#pragma GCC unroll 5
    for (std::size_t row = 0; row < row_count; ++row)
#pragma GCC unroll 4
      for (std::size_t group = 0; group < groups; ++group)
        finish(vaddq_s32(sums[row][group], vshlq_n_s32(of_weights[group], 7)), scales[row], linear,
               column + group * 4, out + row * linear.outputs);
  }
};

}  // namespace

const Kernels neondot_kernels = table_of<Block>("neondot");

}  // namespace aim::embed
