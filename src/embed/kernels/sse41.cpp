// SSE4.1: as AVX2, at half the width.
#define AIM_REGISTER_LANES 4
#include <smmintrin.h>

#include "embed/kernels/kernels.h"
#include "embed/kernels/table.h"

namespace aim::embed {
namespace {

// The 16 bytes widened to 16 bits: the low or the high eight.
AIM_INLINE __m128i widened(const std::int8_t* bytes) {
  return _mm_cvtepi8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)));
}

struct Block {
  static constexpr std::size_t columns = 16, max_rows = 2;

  template <std::size_t row_count>
  static void run(const std::uint8_t* rows, const RowScale* scales, const Linear& linear,
                  std::size_t column, float* out) {
    for (std::size_t quarter = 0; quarter < 4; ++quarter)
      four_columns<row_count>(rows, scales, linear, column + quarter * 4, out);
  }

 private:
  template <std::size_t row_count>
  AIM_INLINE static void four_columns(const std::uint8_t* rows, const RowScale* scales,
                                      const Linear& linear, std::size_t column, float* out) {
    const auto* weights = static_cast<const std::int8_t*>(linear.weights) +
                          column / lanes * lanes * linear.depth + column % lanes * 4;
    __m128i sums[row_count][2];  // of two columns each, two sums a column
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
      sums[row][0] = sums[row][1] = _mm_setzero_si128();
    for (std::size_t k = 0; k < linear.depth; k += 4) {
      const __m128i low = widened(weights + k * lanes), high = widened(weights + k * lanes + 8);
#pragma GCC unroll 2
      for (std::size_t row = 0; row < row_count; ++row) {
        std::int32_t four;
        __builtin_memcpy(&four, rows + row * linear.depth + k, sizeof four);
        const __m128i inputs = _mm_cvtepu8_epi16(_mm_set1_epi32(four));
        sums[row][0] = _mm_add_epi32(sums[row][0], _mm_madd_epi16(inputs, low));
        sums[row][1] = _mm_add_epi32(sums[row][1], _mm_madd_epi16(inputs, high));
      }
    }
#pragma GCC unroll 6
    for (std::size_t row = 0; row < row_count; ++row)
      finish(reinterpret_cast<Integers>(_mm_hadd_epi32(sums[row][0], sums[row][1])), scales[row],
             linear, column, out + row * linear.outputs);
  }
};

}  // namespace

const Kernels sse41_kernels = table_of<Block>("sse4.1");

}  // namespace aim::embed
