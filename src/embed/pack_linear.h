// One matrix as the kernels want it: its rows in groups of sixteen, as floats or as bytes with
// smoothing.
// Knows: numbers. Must not know: models.
// Smoothing (SmoothQuant, alpha 0.5): an input that is large on real texts is made smaller, and its
// weights larger by as much, so that both lose little when they become bytes.
// Threads: all functions from any thread. Errors: none.
// Source: B5; docs/decisions/0006.
#pragma once
#include "embed/weights.h"

namespace aim::embed {

struct Matrix {
  std::size_t outputs = 0, depth = 0;
  std::vector<float> weights;  // [outputs][depth]
  std::vector<float> bias;     // [outputs]
};

// The five sections of a linear. `largest_inputs`: of each input, its largest absolute value on
// real texts; for bytes only.
void add_linear(WeightsWriter& writer, const Matrix& matrix, Precision precision,
                std::span<const float> largest_inputs);

// The two sections of a table of rows: bytes and what a step of each row is worth, or floats and
// nothing.
void add_table(WeightsWriter& writer, const std::vector<float>& table, std::size_t width,
               Precision precision);

}  // namespace aim::embed
