// Sixteen floats as one value, whatever the width of the processor's registers: AIM_REGISTER_LANES
// says how many of them fit into one. All operations are those of IEEE 754, lane by lane, and sums
// across lanes are made in one order. Included once by each file of an instruction set; everything
// here is that file's own (anonymous namespace), and nothing of the standard library is used, for
// the linker would keep one file's version of an inline function for all.
#pragma once
#include <cstddef>
#include <cstdint>

#if AIM_REGISTER_LANES > 4
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#define AIM_INLINE __attribute__((always_inline)) inline

namespace aim::embed {
namespace {

using Floats = float __attribute__((vector_size(4 * AIM_REGISTER_LANES)));
using Four = float __attribute__((vector_size(16)));
using Integers = std::int32_t __attribute__((vector_size(4 * AIM_REGISTER_LANES)));
using Unsigned = std::uint32_t __attribute__((vector_size(4 * AIM_REGISTER_LANES)));
using Bytes = std::uint8_t __attribute__((vector_size(AIM_REGISTER_LANES)));
using SignedBytes = std::int8_t __attribute__((vector_size(AIM_REGISTER_LANES)));

template <class Half>
struct Pair {
  Half low, high;
};

#if AIM_REGISTER_LANES == 16
using Lanes = Floats;
#elif AIM_REGISTER_LANES == 8
using Lanes = Pair<Floats>;
#else
using Lanes = Pair<Pair<Floats>>;
#endif

template <class Value>
constexpr std::size_t lanes_of = sizeof(Value) / sizeof(float);

// One register.
AIM_INLINE void load(const float* from, Floats& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
AIM_INLINE void load(const std::int8_t* from, Floats& to) {
  SignedBytes bytes;
  __builtin_memcpy(&bytes, from, sizeof bytes);
  to = __builtin_convertvector(bytes, Floats);
}
AIM_INLINE void store(float* to, Floats from) {
  __builtin_memcpy(to, &from, sizeof from);
}
// Whole numbers from 0 to 255. Compilers of 2022 turn four or eight of them to bytes one by one.
AIM_INLINE void store(std::uint8_t* to, Floats from) {
#if AIM_REGISTER_LANES == 8
  const __m256i wide = _mm256_cvttps_epi32(from);
  const __m128i words =
      _mm_packs_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
  const __m128i bytes = _mm_packus_epi16(words, words);
#elif AIM_REGISTER_LANES == 4 && defined(__SSE2__)
  const __m128i wide = _mm_cvttps_epi32(from);
  const __m128i words = _mm_packs_epi32(wide, wide);
  const __m128i bytes = _mm_packus_epi16(words, words);
#elif AIM_REGISTER_LANES == 4 && defined(__ARM_NEON)
  const uint16x4_t words = vmovn_u32(vcvtq_u32_f32(from));
  const uint8x8_t bytes = vmovn_u16(vcombine_u16(words, words));
#else
  const Bytes bytes = __builtin_convertvector(__builtin_convertvector(from, Integers), Bytes);
#endif
  __builtin_memcpy(to, &bytes, AIM_REGISTER_LANES);
}
AIM_INLINE void spread(float value, Floats& to) {
  to = value - Floats{};
}
// Where one of two is not a number, the second: what x86 does in one instruction, if it is asked by
// name.
#if AIM_REGISTER_LANES == 16
AIM_INLINE Floats larger(Floats a, Floats b) {
  return _mm512_maskz_max_ps(0xFFFF, a, b);
}
AIM_INLINE Floats smaller(Floats a, Floats b) {
  return _mm512_maskz_min_ps(0xFFFF, a, b);
}
#elif AIM_REGISTER_LANES == 8
AIM_INLINE Floats larger(Floats a, Floats b) {
  return _mm256_max_ps(a, b);
}
AIM_INLINE Floats smaller(Floats a, Floats b) {
  return _mm256_min_ps(a, b);
}
#else
AIM_INLINE Floats larger(Floats a, Floats b) {
  return a > b ? a : b;
}
AIM_INLINE Floats smaller(Floats a, Floats b) {
  return a < b ? a : b;
}
#endif
// 2 to the power of a whole number from -126 to 127.
AIM_INLINE Floats power_of_two(Floats exponent) {
  const Integers bits = (__builtin_convertvector(exponent, Integers) + 127) << 23;
  Floats out;
  __builtin_memcpy(&out, &bits, sizeof out);
  return out;
}

// Both halves.
template <class From, class Half>
AIM_INLINE void load(const From* from, Pair<Half>& to) {
  load(from, to.low);
  load(from + lanes_of<Half>, to.high);
}
template <class To, class Half>
AIM_INLINE void store(To* to, Pair<Half> from) {
  store(to, from.low);
  store(to + lanes_of<Half>, from.high);
}
template <class Half>
AIM_INLINE void spread(float value, Pair<Half>& to) {
  spread(value, to.low);
  spread(value, to.high);
}
template <class Half>
AIM_INLINE Pair<Half> operator+(Pair<Half> a, Pair<Half> b) {
  return {a.low + b.low, a.high + b.high};
}
template <class Half>
AIM_INLINE Pair<Half> operator-(Pair<Half> a, Pair<Half> b) {
  return {a.low - b.low, a.high - b.high};
}
template <class Half>
AIM_INLINE Pair<Half> operator*(Pair<Half> a, Pair<Half> b) {
  return {a.low * b.low, a.high * b.high};
}
template <class Half>
AIM_INLINE Pair<Half> operator/(Pair<Half> a, Pair<Half> b) {
  return {a.low / b.low, a.high / b.high};
}
template <class Half>
AIM_INLINE Pair<Half> larger(Pair<Half> a, Pair<Half> b) {
  return {larger(a.low, b.low), larger(a.high, b.high)};
}
template <class Half>
AIM_INLINE Pair<Half> smaller(Pair<Half> a, Pair<Half> b) {
  return {smaller(a.low, b.low), smaller(a.high, b.high)};
}
template <class Half>
AIM_INLINE Pair<Half> power_of_two(Pair<Half> exponent) {
  return {power_of_two(exponent.low), power_of_two(exponent.high)};
}

// Sixteen lanes.
template <class From>
AIM_INLINE Lanes lanes_at(const From* from) {
  Lanes out;
  load(from, out);
  return out;
}
AIM_INLINE Lanes all(float value) {
  Lanes out;
  spread(value, out);
  return out;
}

// Lane i and lane i+8, then i and i+4, i+2, i+1: the same tree on every processor.
AIM_INLINE float sum(Lanes value) {
  float lane[16];
  store(lane, value);
  Four part[4];
  __builtin_memcpy(part, lane, sizeof part);
  const Four four = (part[0] + part[2]) + (part[1] + part[3]);
  return (four[0] + four[2]) + (four[1] + four[3]);
}
AIM_INLINE float largest(Lanes value) {
  float lane[16];
  store(lane, value);
  Four part[4];
  __builtin_memcpy(part, lane, sizeof part);
  const Four one = part[0] > part[2] ? part[0] : part[2],
             other = part[1] > part[3] ? part[1] : part[3];
  const Four four = one > other ? one : other;
  const float even = four[0] > four[2] ? four[0] : four[2],
              odd = four[1] > four[3] ? four[1] : four[3];
  return even > odd ? even : odd;
}

// To the nearest whole number, halves to the even one; for numbers of up to 2^22.
AIM_INLINE Lanes nearest(Lanes value) {
  const Lanes magic = all(12582912.0F);
  return value + magic - magic;
}

}  // namespace
}  // namespace aim::embed
