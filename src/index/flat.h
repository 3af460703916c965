// Rows of small integers in memory, all of which a query is compared with: exact but for their
// rounding, and fast enough to need nothing else up to some hundred thousand rows (0.05 ms at
// 10,000 × 384, 1 ms at 100,000).
// Knows: rows by number. Must not know: memories, SQL, where rows come from.
// Units: rows and queries stand for unit vectors; a score is the cosine, −1…1, larger is nearer.
// Threads: scores() from any thread while nobody changes the rows; the rest one at a time, the
// caller's lock.
// Source: B7; measured beside HNSW and others, docs/decisions/0009.
#pragma once
#include "base/large_pages.h"

namespace aim::index {

// Vectors as small integers. A number is scale · (high + low / 256): the high bytes are what a scan
// reads, the low bytes make up to 16 bits for scoring the best again. A unit vector of 384 numbers
// loses at most about 0.004 of a cosine by the high bytes alone, and less than 0.00002 with both.
// Pure. Threads: any.
struct Quantized {
  float scale = 0;
  std::vector<std::int8_t> high, low;
};
// All zero for a vector of zeros; numbers that are not finite count as 0.
Quantized quantize(std::span<const float> vector);

std::vector<float> restore(float scale, std::span<const std::int8_t> high,
                           std::span<const std::int8_t> low);

class Flat {
 public:
  static constexpr int zero = 128;  // what stands for 0 in a packed row

  explicit Flat(std::size_t dimension);

  std::size_t dimension() const { return dimension_; }
  std::size_t size() const { return scales_.size(); }
  // New rows are empty.
  void resize(std::size_t rows);
  // `numbers`: `dimension` of them.
  void set(std::size_t row, float scale, std::span<const std::int8_t> numbers);
  std::vector<std::int8_t> numbers(std::size_t row) const;
  // The numbers of the row stay: one that was emptied by 0 comes back.
  void set_scale(std::size_t row, float scale) { scales_[row] = scale; }
  bool is_empty(std::size_t row) const { return scales_[row] == 0; }
  float scale(std::size_t row) const { return scales_[row]; }
  // A row as it lies in memory, for who compares some rows only: bytes, each a number + zero; what
  // follows the last number is anything.
  const std::uint8_t* packed(std::size_t row) const { return rows_.data() + row * stride_; }

  // The cosine of every row with the query into `out` (size() of them); 0 for an empty row.
  void scores(std::span<const float> query, std::span<float> out) const;
  // Of these rows only, in their order; `out` has a place for each of them.
  void scores_of(std::span<const float> query, std::span<const std::uint32_t> rows,
                 std::span<float> out) const;
  // Of every row after `row` with that row; `out` begins with the one after it. For who compares
  // all with all.
  void scores_after(std::size_t row, std::span<float> out) const;
  // That of one row with all its bits (quantize()): `low` are its low bytes.
  float score(std::size_t row, std::span<const std::int8_t> low,
              std::span<const float> query) const;

 private:
  struct PreparedQuery;
  PreparedQuery prepared(std::span<const float> query) const;
  // Of as many rows as `out` has places, from `first` on.
  void cosines(const PreparedQuery& query, std::size_t first, std::span<float> out) const;
  std::size_t dimension_, stride_;  // stride: a multiple of 64, so that rows are aligned
  std::vector<std::uint8_t, LargePages<std::uint8_t>>
      rows_;  // number + 128; the rest of a row is anything
  std::vector<float> scales_;
};

// Sums of products of `rows` rows of `stride` bytes (a multiple of 64) with a query of as many:
// what each instruction set has a form of. The sums are whole numbers and so the same everywhere.
using Products = void (*)(const std::uint8_t* rows, std::size_t count, std::size_t stride,
                          const std::int8_t* query, std::int32_t* out);
struct ProductsOf {
  std::string_view instruction_set;
  Products products;
};
// Those that this machine can run, the fastest first; the last is plain C++.
std::span<const ProductsOf> products_here();

}  // namespace aim::index
