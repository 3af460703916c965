// Products of float matrices and attention, over sixteen lanes; see floats.h. How many rows and
// columns are worked on at once depends on the number of registers and changes no result: each
// output is one sum, in the order of its inputs.
#pragma once
#include "embed/kernels/kernels.h"
#include "embed/kernels/lanes.h"

namespace aim::embed {
namespace {

// So many groups of sixteen columns at once.
constexpr std::size_t columns_at_once = AIM_REGISTER_LANES == 16 ? 4 : 1;
constexpr std::size_t rows_at_once = attention_rows;

// `row_count` rows by `groups` groups of sixteen outputs, from the group `first` on.
template <std::size_t row_count, std::size_t groups>
AIM_INLINE void multiply_block(const float* rows, const Linear& linear, std::size_t first,
                               float* out) {
  Lanes sums[row_count][groups];
  const float* weights = static_cast<const float*>(linear.weights) + first * lanes * linear.depth;
#pragma GCC unroll 4
  for (std::size_t group = 0; group < groups; ++group)
#pragma GCC unroll 4
    for (std::size_t row = 0; row < row_count; ++row)
      sums[row][group] = lanes_at(linear.bias + (first + group) * lanes);
  for (std::size_t k = 0; k < linear.depth; ++k)
#pragma GCC unroll 4
    for (std::size_t group = 0; group < groups; ++group) {
      const Lanes weight = lanes_at(weights + (group * linear.depth + k) * lanes);
#pragma GCC unroll 4
      for (std::size_t row = 0; row < row_count; ++row)
        sums[row][group] = sums[row][group] + all(rows[row * linear.depth + k]) * weight;
    }
#pragma GCC unroll 4
  for (std::size_t row = 0; row < row_count; ++row)
#pragma GCC unroll 4
    for (std::size_t group = 0; group < groups; ++group)
      store(out + row * linear.outputs + (first + group) * lanes, sums[row][group]);
}

void multiply_floats(const float* rows, std::size_t count, const Linear& linear, float* out) {
  for (std::size_t group = 0; group < linear.outputs / lanes; group += columns_at_once) {
    std::size_t row = 0;
    for (; row + rows_at_once <= count; row += rows_at_once)
      multiply_block<rows_at_once, columns_at_once>(rows + row * linear.depth, linear, group,
                                                    out + row * linear.outputs);
    for (; row < count; ++row)
      multiply_block<1, columns_at_once>(rows + row * linear.depth, linear, group,
                                         out + row * linear.outputs);
  }
}

// Rows to columns.
AIM_INLINE void turn(Four (&rows)[4]) {
  const Four a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const Four b = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const Four c = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const Four d = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  rows[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  rows[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  rows[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

// So many rows are softened side by side, where there are registers for them: no step of e^x then
// waits for the one before.
constexpr std::size_t softened_at_once = AIM_REGISTER_LANES == 16 ? 4 : 1;

// One head of one text: its keys turned to [tokens/16][head_width][16], and four rows of likeness
// at a time.
class Head {
 public:
  Head(const AttentionTask& task, std::size_t head)
      : width_(task.head_width),
        tokens_(task.tokens),
        stride_(3 * task.heads * task.head_width),
        groups_((task.tokens + lanes - 1) / lanes),
        queries_(task.rows + head * width_),
        keys_(queries_ + task.heads * width_),
        values_(keys_ + task.heads * width_),
        out_(task.out + head * width_),
        out_stride_(task.heads * width_),
        turned_(task.scratch),
        copied_(turned_ + groups_ * lanes * width_),
        likeness_(copied_ + groups_ * lanes * width_) {}

  void run() {
    turn_keys();
    copy_values();
    for (std::size_t first = 0; first < tokens_; first += rows_at_once) {
      compare(first);
      float shares[rows_at_once];
      for (std::size_t row = 0; row < rows_at_once; row += softened_at_once)
        soften(likeness_ + row * groups_ * lanes, shares + row);
      const std::size_t count = tokens_ - first < rows_at_once ? tokens_ - first : rows_at_once;
      for (std::size_t column = 0; column < width_; column += 2 * lanes)
        if (column + 2 * lanes <= width_)
          gather<2>(first, count, column, shares);
        else
          gather<1>(first, count, column, shares);
    }
  }

 private:
  // Four tokens by four numbers at a time; 0 past the text.
  void turn_keys() {
    const float scale = 1.0F / __builtin_sqrtf(static_cast<float>(width_));
    for (std::size_t token = 0; token < groups_ * lanes; token += 4)
      for (std::size_t i = 0; i < width_; i += 4) {
        Four rows[4];
#pragma GCC unroll 4
        for (std::size_t row = 0; row < 4; ++row) {
          rows[row] = Four{};
          if (token + row < tokens_)
            __builtin_memcpy(&rows[row], keys_ + (token + row) * stride_ + i, sizeof rows[row]);
        }
        turn(rows);
        float* to = turned_ + token / lanes * lanes * width_ + i * lanes + token % lanes;
#pragma GCC unroll 4
        for (std::size_t column = 0; column < 4; ++column) {
          const Four scaled = rows[column] * scale;
          __builtin_memcpy(to + column * lanes, &scaled, sizeof scaled);
        }
      }
  }

  // Side by side: at their own distance they would keep pushing each other out of the first cache.
  void copy_values() {
    for (std::size_t token = 0; token < tokens_; ++token)
      for (std::size_t i = 0; i < width_; i += lanes)
        store(copied_ + token * width_ + i, lanes_at(values_ + token * stride_ + i));
  }

  // Past the last row its own again, which nobody reads.
  const float* query(std::size_t row) const {
    return queries_ + (row < tokens_ ? row : tokens_ - 1) * stride_;
  }

  void compare(std::size_t first) {
    constexpr std::size_t at_once = AIM_REGISTER_LANES == 16 ? 2 : 1;
    std::size_t group = 0;
    for (; group + at_once <= groups_; group += at_once) compare_groups<at_once>(first, group);
    for (; group < groups_; ++group) compare_groups<1>(first, group);
  }

  template <std::size_t at_once>
  AIM_INLINE void compare_groups(std::size_t first, std::size_t group) {
    const float* query_rows[rows_at_once];
    Lanes sums[rows_at_once][at_once];
#pragma GCC unroll 4
    for (std::size_t row = 0; row < rows_at_once; ++row) {
      query_rows[row] = query(first + row);
#pragma GCC unroll 2
      for (std::size_t i = 0; i < at_once; ++i) sums[row][i] = all(0.0F);
    }
    const float* keys = turned_ + group * lanes * width_;
    for (std::size_t i = 0; i < width_; ++i) {
#pragma GCC unroll 2
      for (std::size_t j = 0; j < at_once; ++j) {
        const Lanes key = lanes_at(keys + (j * width_ + i) * lanes);
#pragma GCC unroll 4
        for (std::size_t row = 0; row < rows_at_once; ++row)
          sums[row][j] = sums[row][j] + all(query_rows[row][i]) * key;
      }
    }
#pragma GCC unroll 4
    for (std::size_t row = 0; row < rows_at_once; ++row)
#pragma GCC unroll 2
      for (std::size_t j = 0; j < at_once; ++j)
        store(likeness_ + (row * groups_ + group + j) * lanes, sums[row][j]);
  }

  // e^likeness of some rows, and what each of them is to be multiplied by. Past the text it is
  // 1e-38, too little to change the sum.
  void soften(float* rows, float* shares) const {
    constexpr std::size_t count = softened_at_once;
    const std::size_t width = groups_ * lanes;
    Lanes highest[count], totals[count];
#pragma GCC unroll 4
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t token = tokens_; token < width; ++token) rows[row * width + token] = -1e30F;
      highest[row] = all(-1e30F);
      totals[row] = all(0.0F);
    }
    for (std::size_t i = 0; i < width; i += lanes)
#pragma GCC unroll 4
      for (std::size_t row = 0; row < count; ++row)
        highest[row] = larger(lanes_at(rows + row * width + i), highest[row]);
#pragma GCC unroll 4
    for (std::size_t row = 0; row < count; ++row) highest[row] = all(largest(highest[row]));
    for (std::size_t i = 0; i < width; i += lanes) {
      Lanes powers[count];
#pragma GCC unroll 4
      for (std::size_t row = 0; row < count; ++row)
        powers[row] = lanes_at(rows + row * width + i) - highest[row];
      exponentials(powers);
#pragma GCC unroll 4
      for (std::size_t row = 0; row < count; ++row) {
        store(rows + row * width + i, powers[row]);
        totals[row] = totals[row] + powers[row];
      }
    }
#pragma GCC unroll 4
    for (std::size_t row = 0; row < count; ++row) shares[row] = 1.0F / sum(totals[row]);
  }

  template <std::size_t groups>
  AIM_INLINE void gather(std::size_t first, std::size_t count, std::size_t column,
                         const float* shares) {
    Lanes sums[rows_at_once][groups];
#pragma GCC unroll 4
    for (std::size_t row = 0; row < rows_at_once; ++row)
#pragma GCC unroll 4
      for (std::size_t i = 0; i < groups; ++i) sums[row][i] = all(0.0F);
    for (std::size_t token = 0; token < tokens_; ++token) {
#pragma GCC unroll 2
      for (std::size_t i = 0; i < groups; ++i) {
        const Lanes value = lanes_at(copied_ + token * width_ + column + i * lanes);
#pragma GCC unroll 4
        for (std::size_t row = 0; row < rows_at_once; ++row)
          sums[row][i] = sums[row][i] + all(likeness_[row * groups_ * lanes + token]) * value;
      }
    }
    for (std::size_t row = 0; row < count; ++row)
#pragma GCC unroll 4
      for (std::size_t i = 0; i < groups; ++i)
        store(out_ + (first + row) * out_stride_ + column + i * lanes,
              sums[row][i] * all(shares[row]));
  }

  std::size_t width_, tokens_, stride_, groups_;
  const float *queries_, *keys_, *values_;
  float* out_;
  std::size_t out_stride_;
  float *turned_, *copied_, *likeness_;
};

void attend(const AttentionTask& task) {
  for (std::size_t head = 0; head < task.heads; ++head) Head(task, head).run();
}

}  // namespace
}  // namespace aim::embed
