// AVX-512 with VNNI: 64 products of bytes in one instruction.
#define AIM_REGISTER_LANES 16
#include <immintrin.h>

#include "embed/kernels/kernels.h"
#include "embed/kernels/table.h"

namespace aim::embed {
namespace {

struct Block {
  static constexpr std::size_t columns = 64, max_rows = 6;

  template <std::size_t row_count>
  static void run(const std::uint8_t* rows, const RowScale* scales, const Linear& linear,
                  std::size_t column, float* out) {
    constexpr std::size_t groups = columns / lanes;
    const auto* weights = static_cast<const std::int8_t*>(linear.weights) + column * linear.depth;
    Integers sums[row_count][groups];
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
#pragma GCC unroll 4
      for (std::size_t group = 0; group < groups; ++group) sums[row][group] = Integers{};
    for (std::size_t k = 0; k < linear.depth; k += 4) {
      __m512i weight[groups];
#pragma GCC unroll 4
      for (std::size_t group = 0; group < groups; ++group)
        weight[group] = _mm512_loadu_si512(weights + (group * linear.depth + k) * lanes);
#pragma GCC unroll 6
      for (std::size_t row = 0; row < row_count; ++row) {
        std::int32_t four;
        __builtin_memcpy(&four, rows + row * linear.depth + k, sizeof four);
        const __m512i inputs = _mm512_set1_epi32(four);
#pragma GCC unroll 4
        for (std::size_t group = 0; group < groups; ++group)
          sums[row][group] = reinterpret_cast<Integers>(_mm512_dpbusd_epi32(
              reinterpret_cast<__m512i>(sums[row][group]), inputs, weight[group]));
      }
    }
#pragma GCC unroll 4
    for (std::size_t group = 0; group < groups; ++group) {
      const Finish finish(linear, column + group * lanes);
#pragma GCC unroll 6
      for (std::size_t row = 0; row < row_count; ++row)
        finish(sums[row][group], scales[row], out + row * linear.outputs);
    }
  }
};

}  // namespace

const Kernels avx512vnni_kernels = table_of<Block>("avx512vnni");

}  // namespace aim::embed
