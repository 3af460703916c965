#include <vector>

#include "base/platform/system.h"
#include "embed/kernels/kernels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace aim::embed {
namespace {

#if defined(__x86_64__)
// Compilers of 2023 cannot be asked for it: leaf 7, subleaf 1, bit 4 of eax.
bool has_avxvnni() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a >> 4 & 1U) != 0;
}

// Nor for this: leaf 7, bits 24 (tiles) and 25 (of bytes) of edx. A program asks the system for the
// room that tiles need.
bool has_amx() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d >> 24 & 3U) == 3 && may_use_tiles();
}

const Kernels& amx_kernels() {
  static const Kernels kernels = [] {
    Kernels out = avx512vnni_kernels;
    out.name = "amx";
    out.multiply_bytes = multiply_bytes_by_tiles;
    return out;
  }();
  return kernels;
}
#endif

std::vector<const Kernels*> find_usable() {
  std::vector<const Kernels*> out;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
    if (has_amx())
      out.push_back(&amx_kernels());
    out.push_back(&avx512vnni_kernels);
  }
  if (__builtin_cpu_supports("avx2")) {
    if (has_avxvnni())
      out.push_back(&avxvnni_kernels);
    out.push_back(&avx2_kernels);
  }
  if (__builtin_cpu_supports("sse4.1"))
    out.push_back(&sse41_kernels);
#elif defined(__aarch64__)
  if (has_arm_dot_product())
    out.push_back(&neondot_kernels);
  out.push_back(&neon_kernels);
#endif
  out.push_back(&plain_kernels);
  return out;
}

}  // namespace

std::span<const Kernels* const> usable_kernels() {
  static const std::vector<const Kernels*> usable = find_usable();
  return usable;
}

}  // namespace aim::embed
