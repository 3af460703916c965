#include "index/flat.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <numeric>

namespace aim::index {
namespace {

constexpr std::size_t alignment = 64;

std::size_t rounded_up(std::size_t number, std::size_t unit) {
  return (number + unit - 1) / unit * unit;
}

Products fastest() {
  static const Products products = products_here().front().products;
  return products;
}

}  // namespace

Flat::Flat(std::size_t dimension)
    : dimension_(dimension), stride_(rounded_up(dimension, alignment)) {
  assert(dimension > 0);
}

void Flat::resize(std::size_t rows) {
  // What the numbers of a new row are does not matter: its scale is 0.
  rows_.resize(rows * stride_);
  scales_.resize(rows, 0);
}

void Flat::set(std::size_t row, float scale, std::span<const std::int8_t> numbers) {
  assert(row < size() && numbers.size() == dimension_);
  // number + 128, eight at once; what follows the last does not matter, as a query has zeros there.
  constexpr std::uint64_t eight_signs = 0x8080808080808080;
  std::uint8_t* into = rows_.data() + row * stride_;
  const auto turn = [&](std::size_t at, std::size_t count) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, numbers.data() + at, count);
    eight ^= eight_signs;
    std::memcpy(into + at, &eight, sizeof eight);
  };
  // So many at a time that are known when this is compiled.
  const std::size_t whole = dimension_ - dimension_ % sizeof eight_signs;
  for (std::size_t i = 0; i < whole; i += sizeof eight_signs) turn(i, sizeof eight_signs);
  if (whole < dimension_)
    turn(whole, dimension_ - whole);
  scales_[row] = scale;
}

std::vector<std::int8_t> Flat::numbers(std::size_t row) const {
  assert(row < size());
  const std::uint8_t* from = rows_.data() + row * stride_;
  std::vector<std::int8_t> numbers(dimension_);
  std::transform(from, from + dimension_, numbers.begin(),
                 [](std::uint8_t number) { return static_cast<std::int8_t>(number - zero); });
  return numbers;
}

// A query as its products with rows are taken.
struct Flat::PreparedQuery {
  float scale;
  std::vector<std::int8_t> numbers;
  std::int32_t added;  // rows hold number + 128: what that adds to a sum is the same for all rows
};

Flat::PreparedQuery Flat::prepared(std::span<const float> query) const {
  assert(query.size() == dimension_);
  const Quantized small = quantize(query);
  std::vector<std::int8_t> numbers(stride_, 0);
  std::copy(small.high.begin(), small.high.end(), numbers.begin());
  const std::int32_t sum = std::accumulate(numbers.begin(), numbers.end(), std::int32_t{0});
  return {small.scale, std::move(numbers), zero * sum};
}

void Flat::cosines(const PreparedQuery& query, std::size_t first, std::span<float> out) const {
  assert(first + out.size() <= size());
  std::array<std::int32_t, 256> sums;
  for (std::size_t at = 0; at < out.size(); at += sums.size()) {
    const std::size_t row = first + at, count = std::min(sums.size(), out.size() - at);
    fastest()(rows_.data() + row * stride_, count, stride_, query.numbers.data(), sums.data());
    for (std::size_t i = 0; i < count; ++i)
      out[at + i] = static_cast<float>(sums[i] - query.added) * (scales_[row + i] * query.scale);
  }
}

void Flat::scores(std::span<const float> query, std::span<float> out) const {
  assert(out.size() == size());
  cosines(prepared(query), 0, out);
}

void Flat::scores_of(std::span<const float> query, std::span<const std::uint32_t> rows,
                     std::span<float> out) const {
  assert(out.size() == rows.size());
  const PreparedQuery prepared_query = prepared(query);
  // Together those that follow one another.
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && rows[end] - rows[begin] == end - begin) ++end;
    cosines(prepared_query, rows[begin], out.subspan(begin, end - begin));
  }
}

void Flat::scores_after(std::size_t row, std::span<float> out) const {
  assert(row < size() && out.size() == size() - row - 1);
  std::vector<std::int8_t> query = numbers(row);
  query.resize(stride_, 0);
  const std::int32_t added = zero * std::accumulate(query.begin(), query.end(), std::int32_t{0});
  cosines({scales_[row], std::move(query), added}, row + 1, out);
}

float Flat::score(std::size_t row, std::span<const std::int8_t> low,
                  std::span<const float> query) const {
  assert(row < size() && low.size() == dimension_ && query.size() == dimension_);
  const std::uint8_t* high = rows_.data() + row * stride_;
  float sum = 0;
  for (std::size_t i = 0; i < dimension_; ++i)
    sum += query[i] * (static_cast<float>(high[i] - zero) + static_cast<float>(low[i]) / 256);
  return sum * scales_[row];
}

Quantized quantize(std::span<const float> vector) {
  Quantized out;
  out.high.assign(vector.size(), 0);
  out.low.assign(vector.size(), 0);
  float most = 0;
  for (const float number : vector)
    if (std::isfinite(number))
      most = std::max(most, std::fabs(number));
  if (most == 0)
    return out;
  out.scale = most / 127;
  if (out.scale == 0)  // smaller than a float can be
    return out;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const float number = std::isfinite(vector[i]) ? vector[i] : 0;
    // To the nearest, halves away from zero: what lround() says, whose call costs as much as all
    // else here. A float and a half are exact in a double.
    const double exact =
        std::clamp(static_cast<double>(number / out.scale) * 256, -127.0 * 256, 127.0 * 256);
    const auto fixed = static_cast<std::int32_t>(exact + std::copysign(0.5, exact));
    const std::int32_t high = (fixed + 128) >> 8;  // to the nearest: the rest fits a signed byte
    out.high[i] = static_cast<std::int8_t>(high);
    out.low[i] = static_cast<std::int8_t>(fixed - high * 256);
  }
  return out;
}

std::vector<float> restore(float scale, std::span<const std::int8_t> high,
                           std::span<const std::int8_t> low) {
  assert(high.size() == low.size());
  std::vector<float> out(high.size());
  for (std::size_t i = 0; i < high.size(); ++i)
    out[i] = scale * (static_cast<float>(high[i]) + static_cast<float>(low[i]) / 256);
  return out;
}

}  // namespace aim::index
