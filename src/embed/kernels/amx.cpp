// AMX: 16 by 16 sums of 64 products of bytes each in one instruction, on tiles that lie in memory
// as rows of bytes and packed weights do anyway. Everything else is AVX-512's.
#define AIM_REGISTER_LANES 16
#include <immintrin.h>

#include "embed/kernels/kernels.h"
#include "embed/kernels/rows.h"

namespace aim::embed {
namespace {

constexpr std::size_t tile_rows = 16, tile_bytes = 64;
constexpr std::size_t groups_of_sums =
    4;  // sixteen columns each; every width has four, see width_step

// Rows of the tiles of sums and of inputs; those of weights are always whole. The processor's own
// layout, "palette 1".
struct alignas(64) TileShapes {
  std::uint8_t palette = 1, first_row = 0, reserved[14] = {};
  std::uint16_t row_bytes[16] = {};
  std::uint8_t rows[16] = {};
};

// Sums are in the tiles 0 to 3, inputs in 4 and 5, weights in 6 and 7.
void shape_tiles(std::size_t upper, std::size_t lower) {
  TileShapes shapes;
  for (const int tile : {0, 1, 2, 3, 4, 5, 6, 7}) {
    shapes.row_bytes[tile] = tile_bytes;
    shapes.rows[tile] = tile_rows;
  }
  // With one tile of rows all sums are its own, with two each has half of them.
  const auto first = static_cast<std::uint8_t>(upper),
             second = static_cast<std::uint8_t>(lower == 0 ? upper : lower);
  shapes.rows[0] = shapes.rows[1] = shapes.rows[4] = first;
  shapes.rows[2] = shapes.rows[3] = shapes.rows[5] = second;
  _tile_loadconfig(&shapes);
}

using Sums = std::int32_t[tile_rows][lanes];

AIM_INLINE void clear_sums() {
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
}

AIM_INLINE void keep_sums(Sums* sums) {
  _tile_stored(0, sums[0], tile_bytes);
  _tile_stored(1, sums[1], tile_bytes);
  _tile_stored(2, sums[2], tile_bytes);
  _tile_stored(3, sums[3], tile_bytes);
}

// Up to sixteen rows by four groups of columns.
void sum_one_tile(const std::uint8_t* rows, const std::int8_t* weights, std::size_t depth,
                  Sums* sums) {
  const std::size_t group = depth * lanes;
  clear_sums();
  for (std::size_t k = 0; k < depth; k += tile_bytes) {
    const std::int8_t* at = weights + k * lanes;
    _tile_loadd(4, rows + k, depth);
    _tile_loadd(6, at, tile_bytes);
    _tile_dpbusd(0, 4, 6);
    _tile_loadd(7, at + group, tile_bytes);
    _tile_dpbusd(1, 4, 7);
    _tile_loadd(6, at + 2 * group, tile_bytes);
    _tile_dpbusd(2, 4, 6);
    _tile_loadd(7, at + 3 * group, tile_bytes);
    _tile_dpbusd(3, 4, 7);
  }
  keep_sums(sums);
}

// Seventeen to 32 rows by two groups of columns.
void sum_two_tiles(const std::uint8_t* rows, const std::int8_t* weights, std::size_t depth,
                   Sums* sums) {
  clear_sums();
  for (std::size_t k = 0; k < depth; k += tile_bytes) {
    const std::int8_t* at = weights + k * lanes;
    _tile_loadd(4, rows + k, depth);
    _tile_loadd(6, at, tile_bytes);
    _tile_loadd(7, at + depth * lanes, tile_bytes);
    _tile_loadd(5, rows + tile_rows * depth + k, depth);
    _tile_dpbusd(0, 4, 6);
    _tile_dpbusd(1, 4, 7);
    _tile_dpbusd(2, 5, 6);
    _tile_dpbusd(3, 5, 7);
  }
  keep_sums(sums);
}

void finish_group(const Sums& sums, const RowScale* scales, std::size_t count, const Linear& linear,
                  std::size_t column, float* out) {
  const Finish finish(linear, column);
  for (std::size_t row = 0; row < count; ++row) {
    Integers values;
    __builtin_memcpy(&values, sums[row], sizeof values);
    finish(values, scales[row], out + row * linear.outputs);
  }
}

struct Product {
  const std::uint8_t* rows;
  const RowScale* scales;
  std::size_t count;
  const Linear& linear;
  float* out;
};

// The rows are a multiple of `upper` + `lower`, which are worked on at once. Columns are the outer
// loop: their weights stay in the first cache.
void multiply_tiles(std::size_t upper, std::size_t lower, const Product& product) {
  const Linear& linear = product.linear;
  const auto* all_weights = static_cast<const std::int8_t*>(linear.weights);
  const std::size_t groups = lower == 0 ? groups_of_sums : groups_of_sums / 2;
  alignas(64) Sums sums[groups_of_sums];
  shape_tiles(upper, lower);
  for (std::size_t column = 0; column < linear.outputs; column += groups * lanes) {
    const std::int8_t* weights = all_weights + column * linear.depth;
    for (std::size_t row = 0; row < product.count; row += upper + lower) {
      const std::uint8_t* inputs = product.rows + row * linear.depth;
      if (lower == 0)
        sum_one_tile(inputs, weights, linear.depth, sums);
      else
        sum_two_tiles(inputs, weights, linear.depth, sums);
      for (std::size_t i = 0; i < groups_of_sums; ++i) {
        const std::size_t first = row + (i < groups ? 0 : tile_rows);
        finish_group(sums[i], product.scales + first, i < groups ? upper : lower, linear,
                     column + i % groups * lanes, product.out + first * linear.outputs);
      }
    }
  }
}

}  // namespace

void multiply_bytes_by_tiles(const std::uint8_t* rows, const RowScale* scales, std::size_t count,
                             const Linear& linear, float* out) {
  const std::size_t whole = count / (2 * tile_rows) * (2 * tile_rows), left = count - whole;
  if (whole > 0)
    multiply_tiles(tile_rows, tile_rows, {rows, scales, whole, linear, out});
  const Product last{rows + whole * linear.depth, scales + whole, left, linear,
                     out + whole * linear.outputs};
  if (left > tile_rows)
    multiply_tiles(tile_rows, left - tile_rows, last);
  else if (left > 0)
    multiply_tiles(left, 0, last);
  _tile_release();  // or the system would save them at each change of threads
}

}  // namespace aim::embed
