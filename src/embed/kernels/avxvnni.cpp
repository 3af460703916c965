// AVX-VNNI: 32 products of bytes in one instruction, on processors without AVX-512.
#define AIM_REGISTER_LANES 8
#include <immintrin.h>

#include "embed/kernels/kernels.h"
#include "embed/kernels/table.h"

namespace aim::embed {
namespace {

struct Block {
  static constexpr std::size_t columns = 16, max_rows = 6;

  template <std::size_t row_count>
  static void run(const std::uint8_t* rows, const RowScale* scales, const Linear& linear,
                  std::size_t column, float* out) {
    const auto* weights = static_cast<const std::int8_t*>(linear.weights) + column * linear.depth;
    __m256i sums[row_count][2];
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
      sums[row][0] = sums[row][1] = _mm256_setzero_si256();
    for (std::size_t k = 0; k < linear.depth; k += 4) {
      const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights + k * lanes));
      const __m256i high =
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights + k * lanes + 32));
#pragma GCC unroll 6
      for (std::size_t row = 0; row < row_count; ++row) {
        std::int32_t four;
        __builtin_memcpy(&four, rows + row * linear.depth + k, sizeof four);
        const __m256i inputs = _mm256_set1_epi32(four);
        sums[row][0] = _mm256_dpbusd_avx_epi32(sums[row][0], inputs, low);
        sums[row][1] = _mm256_dpbusd_avx_epi32(sums[row][1], inputs, high);
      }
    }
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
#pragma GCC unroll 2
      for (std::size_t half = 0; half < 2; ++half)
        finish(reinterpret_cast<Integers>(sums[row][half]), scales[row], linear, column + half * 8,
               out + row * linear.outputs);
  }
};

}  // namespace

const Kernels avxvnni_kernels = table_of<Block>("avxvnni");

}  // namespace aim::embed
