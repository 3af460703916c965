// The arithmetic of an encoder, one table of functions for each instruction set; the best one is
// chosen at run time.
// Knows: rows of floats, packed matrices. Must not know: texts, files, which model.
// Exactness: the parts in floating point are written once, sixteen lanes wide, in one order and
// without fused multiply-adds, and the products of bytes are exact sums of integers; so every table
// gives the same bits. This header is seen by files compiled for different processors: no code in
// it, nothing of the standard library.
// Threads: all functions from any thread. Errors: none; sizes are the caller's to keep.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace aim::embed {

// Widths and depths are multiples of this.
inline constexpr std::size_t width_step = 64;
// Attention reads and writes whole groups of so many tokens.
inline constexpr std::size_t lanes = 16;

// How a row of bytes was made: float = (byte - zero) * scale.
struct RowScale {
  float scale;
  std::int32_t zero;
};

// y = x W^T + bias for `outputs` rows of W, each `depth` long.
// Weights of bytes lie as [outputs/16][depth/4][16][4], floats as [outputs/16][depth][16].
struct Linear {
  const void* weights = nullptr;
  const float* bias = nullptr;
  const float* scales = nullptr;       // of bytes only: what one step of an output is worth
  const std::int32_t* sums = nullptr;  // of bytes only: the sum of an output's weights
  const float* smoothing = nullptr;    // of bytes only: what inputs are multiplied by beforehand
  std::size_t outputs = 0, depth = 0;
};

// Layer norm: gain and shift, `width` long.
struct Norm {
  const float* gain = nullptr;
  const float* shift = nullptr;
};

// One text: each of its rows is queries, keys, values, all heads side by side.
struct AttentionTask {
  const float* rows = nullptr;
  std::size_t tokens = 0, heads = 0, head_width = 0;  // head_width is a multiple of 16
  float* out = nullptr;                               // [tokens][heads * head_width]
  float* scratch = nullptr;                           // attention_scratch() floats
};

// So many tokens ask at once.
inline constexpr std::size_t attention_rows = 4;

constexpr std::size_t attention_scratch(std::size_t tokens, std::size_t head_width) {
  return (tokens + lanes - 1) / lanes * lanes * (2 * head_width + attention_rows);
}

struct Kernels {
  const char* name;
  // out = bytes * scale + added
  void (*look_up_bytes)(const std::int8_t* bytes, float scale, const float* added,
                        std::size_t width, float* out);
  void (*look_up_floats)(const float* floats, const float* added, std::size_t width, float* out);
  // One row to bytes, each input multiplied by its smoothing first.
  RowScale (*to_bytes)(const float* row, const float* smoothing, std::size_t width,
                       std::uint8_t* out);
  void (*multiply_bytes)(const std::uint8_t* rows, const RowScale* scales, std::size_t count,
                         const Linear& linear, float* out);
  void (*multiply_floats)(const float* rows, std::size_t count, const Linear& linear, float* out);
  // rows = norm(rows + added); nothing is added where `added` is null.
  void (*add_and_norm)(float* rows, const float* added, std::size_t count, std::size_t width,
                       const Norm& norm, float epsilon);
  void (*gelu)(float* row, std::size_t width);
  // row[i] *= silu(row[width + i])
  void (*gate)(float* row, std::size_t width);
  // Turns each head's halves by the angles of the row's position; `cosines` and `sines` have half a
  // head's width.
  void (*rotate)(float* row, std::size_t heads, std::size_t head_width, const float* cosines,
                 const float* sines);
  void (*attend)(const AttentionTask& task);
  // The mean of the rows, of length 1.
  void (*mean_of_unit_length)(const float* rows, std::size_t count, std::size_t width, float* out);
};

// Which kernels this processor can run.

// Fastest first; the last one is "plain".
std::span<const Kernels* const> usable_kernels();

inline const Kernels& best_kernels() {
  return *usable_kernels().front();
}

// The tables there are, by name of their instruction set; only select.cpp knows which of them the
// processor can run.
extern const Kernels avx512vnni_kernels, avxvnni_kernels, avx2_kernels, sse41_kernels,
    neondot_kernels, neon_kernels, plain_kernels;
// By AMX, for processors that have it as well as AVX-512: multiply_bytes of a table of its own.
void multiply_bytes_by_tiles(const std::uint8_t* rows, const RowScale* scales, std::size_t count,
                             const Linear& linear, float* out);

}  // namespace aim::embed
