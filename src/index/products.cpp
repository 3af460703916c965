// The forms of Products, one an instruction set, chosen at run time by what the machine can do.
#include "index/flat.h"

#if defined(__x86_64__)
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 takes the registers that its own header leaves undefined on purpose for a mistake.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace aim::index {
namespace {

void plain(const std::uint8_t* rows, std::size_t count, std::size_t stride,
           const std::int8_t* query, std::int32_t* out) {
  for (std::size_t row = 0; row < count; ++row) {
    const std::uint8_t* numbers = rows + row * stride;
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < stride; ++i) sum += std::int32_t{numbers[i]} * query[i];
    out[row] = sum;
  }
}

#if defined(__x86_64__)

// The sums of the numbers of each of four, in their order.
__attribute__((target("avx512f,avx512bw"))) __m128i sums_of_four(__m512i a, __m512i b, __m512i c,
                                                                 __m512i d) {
  const __m512i ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
  const __m512i cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
  const __m512i all =
      _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
  const __m256i half =
      _mm256_add_epi32(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64(all, 1));
  return _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

// Four rows at a time: to add the numbers of one register up takes longer than to fill it.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) void avx512_vnni(const std::uint8_t* rows,
                                                                        std::size_t count,
                                                                        std::size_t stride,
                                                                        const std::int8_t* query,
                                                                        std::int32_t* out) {
  std::size_t row = 0;
  for (; row + 4 <= count; row += 4) {
    const std::uint8_t* numbers = rows + row * stride;
    __m512i a = _mm512_setzero_si512(), b = a, c = a, d = a;
    for (std::size_t i = 0; i < stride; i += 64, numbers += 64) {
      const __m512i of_query = _mm512_loadu_si512(query + i);
      a = _mm512_dpbusd_epi32(a, _mm512_load_si512(numbers), of_query);
      b = _mm512_dpbusd_epi32(b, _mm512_load_si512(numbers + stride), of_query);
      c = _mm512_dpbusd_epi32(c, _mm512_load_si512(numbers + 2 * stride), of_query);
      d = _mm512_dpbusd_epi32(d, _mm512_load_si512(numbers + 3 * stride), of_query);
    }
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + row), sums_of_four(a, b, c, d));
  }
  for (; row < count; ++row) {
    const std::uint8_t* numbers = rows + row * stride;
    __m512i even = _mm512_setzero_si512(), odd = even;
    std::size_t i = 0;
    for (; i + 128 <= stride; i += 128) {
      even =
          _mm512_dpbusd_epi32(even, _mm512_load_si512(numbers + i), _mm512_loadu_si512(query + i));
      odd = _mm512_dpbusd_epi32(odd, _mm512_load_si512(numbers + i + 64),
                                _mm512_loadu_si512(query + i + 64));
    }
    if (i < stride)
      even =
          _mm512_dpbusd_epi32(even, _mm512_load_si512(numbers + i), _mm512_loadu_si512(query + i));
    out[row] = _mm512_reduce_add_epi32(_mm512_add_epi32(even, odd));
  }
}

// Sixteen bits for each product: a sum of two of 8 bits would not fit the instruction's own
// sixteen.
__attribute__((target("avx2"))) void avx2(const std::uint8_t* rows, std::size_t count,
                                          std::size_t stride, const std::int8_t* query,
                                          std::int32_t* out) {
  for (std::size_t row = 0; row < count; ++row) {
    const std::uint8_t* numbers = rows + row * stride;
    __m256i even = _mm256_setzero_si256(), odd = even;
    for (std::size_t i = 0; i < stride; i += 32) {
      const auto wide = [&](std::size_t at) __attribute__((target("avx2"))) {
        const __m256i a =
            _mm256_cvtepu8_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(numbers + at)));
        const __m256i b =
            _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(query + at)));
        return _mm256_madd_epi16(a, b);
      };
      even = _mm256_add_epi32(even, wide(i));
      odd = _mm256_add_epi32(odd, wide(i + 16));
    }
    const __m256i sum = _mm256_add_epi32(even, odd);
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1));
    out[row] = _mm_cvtsi128_si32(four);
  }
}

__attribute__((target("sse4.1"))) void sse41(const std::uint8_t* rows, std::size_t count,
                                             std::size_t stride, const std::int8_t* query,
                                             std::int32_t* out) {
  for (std::size_t row = 0; row < count; ++row) {
    const std::uint8_t* numbers = rows + row * stride;
    __m128i sum = _mm_setzero_si128();
    for (std::size_t i = 0; i < stride; i += 8) {
      const __m128i a =
          _mm_cvtepu8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(numbers + i)));
      const __m128i b =
          _mm_cvtepi8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(query + i)));
      sum = _mm_add_epi32(sum, _mm_madd_epi16(a, b));
    }
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    out[row] = _mm_cvtsi128_si32(sum);
  }
}

#elif defined(__aarch64__)

void neon(const std::uint8_t* rows, std::size_t count, std::size_t stride, const std::int8_t* query,
          std::int32_t* out) {
  for (std::size_t row = 0; row < count; ++row) {
    const std::uint8_t* numbers = rows + row * stride;
    int32x4_t sum = vdupq_n_s32(0);
    for (std::size_t i = 0; i < stride; i += 8) {
      const int16x8_t a = vreinterpretq_s16_u16(vmovl_u8(vld1_u8(numbers + i)));
      const int16x8_t b = vmovl_s8(vld1_s8(query + i));
      sum = vmlal_s16(sum, vget_low_s16(a), vget_low_s16(b));
      sum = vmlal_s16(sum, vget_high_s16(a), vget_high_s16(b));
    }
    out[row] = vaddvq_s32(sum);
  }
}

#endif

std::vector<ProductsOf> find_products() {
  std::vector<ProductsOf> all;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw"))
    all.push_back({"AVX-512 VNNI", avx512_vnni});
  if (__builtin_cpu_supports("avx2"))
    all.push_back({"AVX2", avx2});
  if (__builtin_cpu_supports("sse4.1"))
    all.push_back({"SSE4.1", sse41});
#elif defined(__aarch64__)
  all.push_back({"NEON", neon});
#endif
  all.push_back({"plain", plain});
  return all;
}

}  // namespace

std::span<const ProductsOf> products_here() {
  static const std::vector<ProductsOf> all = find_products();
  return all;
}

}  // namespace aim::index
