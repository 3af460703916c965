#include "index/flat.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <new>
#include <numeric>

#include "index/quantize.h"

namespace aim::index {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t least_rows = 64;
constexpr std::uint8_t zero = 128;  // what stands for 0 in a row

std::size_t rounded_up(std::size_t number) {
  return (number + alignment - 1) / alignment * alignment;
}

}  // namespace

void Flat::Free::operator()(std::uint8_t* rows) const {
  std::free(rows);
}

Flat::Flat(std::size_t dimension) : dimension_(dimension), stride_(rounded_up(dimension)) {
  assert(dimension > 0);
}

void Flat::resize(std::size_t rows) {
  if (rows > capacity_) {
    const std::size_t capacity = std::max({rows, capacity_ + capacity_ / 4, least_rows});
    std::unique_ptr<std::uint8_t[], Free> fresh(
        static_cast<std::uint8_t*>(std::aligned_alloc(alignment, capacity * stride_)));
    if (!fresh)
      throw std::bad_alloc();
    if (rows_)
      std::memcpy(fresh.get(), rows_.get(), scales_.size() * stride_);
    rows_ = std::move(fresh);
    capacity_ = capacity;
  }
  if (rows > scales_.size())
    std::memset(rows_.get() + scales_.size() * stride_, zero, (rows - scales_.size()) * stride_);
  scales_.resize(rows, 0);
}

void Flat::set(std::size_t row, float scale, std::span<const std::int8_t> numbers) {
  assert(row < size() && numbers.size() == dimension_);
  std::uint8_t* into = rows_.get() + row * stride_;
  for (std::size_t i = 0; i < dimension_; ++i)
    into[i] = static_cast<std::uint8_t>(numbers[i] + zero);
  scales_[row] = scale;
}

void Flat::scores(std::span<const float> query, std::span<float> out) const {
  assert(query.size() == dimension_ && out.size() == size());
  const Quantized small = quantize(query);
  std::vector<std::int8_t> asked(stride_, 0);
  std::copy(small.high.begin(), small.high.end(), asked.begin());
  // Rows hold number + 128: what that adds to a sum is the same for all rows.
  const std::int32_t added = zero * std::accumulate(asked.begin(), asked.end(), std::int32_t{0});
  static const Products products = products_here().front().products;
  std::array<std::int32_t, 256> sums;
  for (std::size_t row = 0; row < size(); row += sums.size()) {
    const std::size_t count = std::min(sums.size(), size() - row);
    products(rows_.get() + row * stride_, count, stride_, asked.data(), sums.data());
    for (std::size_t i = 0; i < count; ++i)
      out[row + i] = static_cast<float>(sums[i] - added) * (scales_[row + i] * small.scale);
  }
}

float Flat::score(std::size_t row, std::span<const std::int8_t> low,
                  std::span<const float> query) const {
  assert(row < size() && low.size() == dimension_ && query.size() == dimension_);
  const std::uint8_t* high = rows_.get() + row * stride_;
  float sum = 0;
  for (std::size_t i = 0; i < dimension_; ++i)
    sum += query[i] * (static_cast<float>(high[i] - zero) + static_cast<float>(low[i]) / 256);
  return sum * scales_[row];
}

}  // namespace aim::index
