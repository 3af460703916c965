// The tables there are, by name of their instruction set; only select.cpp knows which of them the
// processor can run.
#pragma once
#include "embed/kernels/kernels.h"

namespace aim::embed {

extern const Kernels avx512vnni_kernels, avxvnni_kernels, avx2_kernels, sse41_kernels,
    neondot_kernels, neon_kernels, plain_kernels;

}  // namespace aim::embed
