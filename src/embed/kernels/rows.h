// How a product of bytes walks its matrix, the same for every instruction set: blocks of rows of
// nearly one size by steps of columns. The file that includes it has a type with
// columns, max_rows and run<row_count>(rows, scales, linear, column, out).
#pragma once
#include "embed/kernels/kernels.h"
#include "embed/kernels/lanes.h"

namespace aim::embed {
namespace {

// Sums of products to floats, one register of them: out = (sum - zero * weights) * scale + bias.
// Unsigned, for a damaged file's sums may be anything.
class Finish {
 public:
  AIM_INLINE Finish(const Linear& linear, std::size_t column) : column_(column) {
    __builtin_memcpy(&weights_, linear.sums + column, sizeof weights_);
    load(linear.scales + column, steps_);
    load(linear.bias + column, bias_);
  }
  // `out`: the row that the sums belong to.
  AIM_INLINE void operator()(Integers sums, RowScale scale, float* out) const {
    Unsigned exact;
    __builtin_memcpy(&exact, &sums, sizeof exact);
    exact -= weights_ * static_cast<std::uint32_t>(scale.zero);
    __builtin_memcpy(&sums, &exact, sizeof exact);
    store(out + column_, __builtin_convertvector(sums, Floats) * (steps_ * scale.scale) + bias_);
  }

 private:
  std::size_t column_;
  Unsigned weights_;
  Floats steps_, bias_;
};

AIM_INLINE void finish(Integers sums, RowScale scale, const Linear& linear, std::size_t column,
                       float* out) {
  Finish(linear, column)(sums, scale, out);
}

template <class Row>
AIM_INLINE void multiply_rows(std::size_t row_count, const std::uint8_t* rows,
                              const RowScale* scales, const Linear& linear, std::size_t column,
                              float* out) {
  switch (row_count) {
    case 1:
      return Row::template run<1>(rows, scales, linear, column, out);
    case 2:
      return Row::template run<2>(rows, scales, linear, column, out);
    case 3:
      return Row::template run<3>(rows, scales, linear, column, out);
    case 4:
      return Row::template run<4>(rows, scales, linear, column, out);
    case 5:
      return Row::template run<5>(rows, scales, linear, column, out);
    default:
      return Row::template run<6>(rows, scales, linear, column, out);
  }
}

template <class Row>
AIM_INLINE void multiply_in_blocks(const std::uint8_t* rows, const RowScale* scales,
                                   std::size_t count, const Linear& linear, float* out) {
  const std::size_t blocks = (count + Row::max_rows - 1) / Row::max_rows;
  for (std::size_t column = 0; column < linear.outputs; column += Row::columns) {
    std::size_t row = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::size_t row_count = count / blocks + (block < count % blocks ? 1 : 0);
      multiply_rows<Row>(row_count, rows + row * linear.depth, scales + row, linear, column,
                         out + row * linear.outputs);
      row += row_count;
    }
  }
}

}  // namespace
}  // namespace aim::embed
