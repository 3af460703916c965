#include "peak.h"

#include <algorithm>
#include <cstdint>
#include <ctime>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

constexpr int rounds = 4'000'000;

// `work` does one round; the best of five, as others may disturb one.
template <class Work>
double best(double operations_a_round, const Work& work) {
  double seconds = 1e9;
  for (int i = 0; i < 5; ++i) {
    const double begin = cpu_seconds();
    work();
    seconds = std::min(seconds, cpu_seconds() - begin);
  }
  return operations_a_round * rounds / seconds * 1e-9;
}

#if defined(__x86_64__)
// Sums enough that none waits for the one before; the empty statement keeps the compiler from
// taking two rounds together. All three loops are unrolled: a sum that is addressed by a number
// would lie in memory, not in a register.
#define AIM_ROUNDS(Register, count, zero, step)                              \
  Register sums[count];                                                      \
  _Pragma("GCC unroll 12") for (int i = 0; i < (count); ++i) sums[i] = zero; \
  for (int round = 0; round < rounds; ++round)                               \
    _Pragma("GCC unroll 12") for (int i = 0; i < (count); ++i) {             \
      sums[i] = step;                                                        \
      __asm__ volatile("" : "+x"(sums[i]));                                  \
    }                                                                        \
  _Pragma("GCC unroll 12") for (int i = 0; i < (count); ++i) __asm__ volatile("" : : "x"(sums[i]))

__attribute__((target("avx512f,avx512vnni"))) void run_avx512vnni() {
  const __m512i a = _mm512_set1_epi8(3), b = _mm512_set1_epi8(5);
  AIM_ROUNDS(__m512i, 12, _mm512_setzero_si512(), _mm512_dpbusd_epi32(sums[i], a, b));
}
__attribute__((target("avx2,avxvnni"))) void run_avxvnni() {
  const __m256i a = _mm256_set1_epi8(3), b = _mm256_set1_epi8(5);
  AIM_ROUNDS(__m256i, 12, _mm256_setzero_si256(), _mm256_dpbusd_avx_epi32(sums[i], a, b));
}
// Bytes widened to 16 bits: what is exact without an instruction for bytes. The product is hidden
// from the compiler, which would take it out of the loop.
__attribute__((target("avx2"))) __m256i product(__m256i a, __m256i b) {
  __m256i out;
  __asm__ volatile("vpmaddwd %2, %1, %0" : "=x"(out) : "x"(a), "x"(b));
  return out;
}
__attribute__((target("avx2"))) void run_avx2() {
  const __m256i a = _mm256_set1_epi16(3), b = _mm256_set1_epi16(5);
  AIM_ROUNDS(__m256i, 12, _mm256_setzero_si256(), _mm256_add_epi32(sums[i], product(a, b)));
}
#endif

}  // namespace

double peak_of(std::string_view kernels) {
  constexpr double sums = 12, two = 2;
#if defined(__x86_64__)
  if (kernels == "avx512vnni")
    return best(sums * 64 * two, run_avx512vnni);
  if (kernels == "avxvnni")
    return best(sums * 32 * two, run_avxvnni);
  if (kernels == "avx2")
    return best(sums * 16 * two, run_avx2);
#endif
  static_cast<void>(kernels);
  return 0;
}
