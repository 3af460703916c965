// AVX2: bytes widened to 16 bits, so that no sum of two products is cut off.
#define AIM_REGISTER_LANES 8
#include <immintrin.h>

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
    __m256i sums[row_count][4];  // of four columns each, two sums a column
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
#pragma GCC unroll 4
      for (std::size_t part = 0; part < 4; ++part) sums[row][part] = _mm256_setzero_si256();
    for (std::size_t k = 0; k < linear.depth; k += 4) {
      __m256i weight[4];
#pragma GCC unroll 4
      for (std::size_t part = 0; part < 4; ++part)
        weight[part] = _mm256_cvtepi8_epi16(
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights + k * lanes + part * 16)));
#pragma GCC unroll 2
      for (std::size_t row = 0; row < row_count; ++row) {
        std::int32_t four;
        __builtin_memcpy(&four, rows + row * linear.depth + k, sizeof four);
        const __m256i inputs = _mm256_cvtepu8_epi16(_mm_set1_epi32(four));
#pragma GCC unroll 4
        for (std::size_t part = 0; part < 4; ++part)
          sums[row][part] =
              _mm256_add_epi32(sums[row][part], _mm256_madd_epi16(inputs, weight[part]));
      }
    }
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
#pragma GCC unroll 2
      for (std::size_t half = 0; half < 2; ++half) {
        const __m256i mixed = _mm256_hadd_epi32(sums[row][2 * half], sums[row][2 * half + 1]);
        finish(reinterpret_cast<Integers>(_mm256_permute4x64_epi64(mixed, 0xD8)), scales[row],
               linear, column + half * 8, out + row * linear.outputs);
      }
  }
};

}  // namespace

const Kernels avx2_kernels = table_of<Block>("avx2");

}  // namespace aim::embed
