#include "embed/static_table.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "base/hash.h"

// From static_table_bytes.S.
extern "C" const char aim_static_table_begin[];
extern "C" const char aim_static_table_end[];

namespace aim::embed {
namespace {

constexpr std::string_view magic{"AIMSTAT1"};
constexpr std::size_t header_size = 64, digest_size = 32, max_dimension = 1024;
constexpr std::uint32_t known_version = 1, known_bits = 4;

std::uint32_t number_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= std::uint32_t{static_cast<unsigned char>(bytes[offset + i])} << 8 * i;
  }
  return value;
}

// 15 bits, so that the sums of max_pieces rows stay within 31.
std::int32_t scale_of(std::string_view scales, std::uint32_t row) {
  const std::uint32_t low = static_cast<unsigned char>(scales[2 * std::size_t{row}]);
  const std::uint32_t high = static_cast<unsigned char>(scales[2 * std::size_t{row} + 1]);
  return static_cast<std::int32_t>((high << 8 | low) & 0x7fffU);
}

Error no_table(std::string_view what) {
  return {Code::validation_failed, std::string("the static table ").append(what), {}, {}, {}};
}

// Two values a byte, the first in the low half. Each is 8 more than it means; embed() takes that
// off at the end, once.
void add_row(const unsigned char* row, std::int32_t scale, std::span<std::int32_t> low,
             std::span<std::int32_t> high) {
  for (std::size_t i = 0; i < low.size(); ++i) {
    low[i] += scale * (row[i] & 15);
    high[i] += scale * (row[i] >> 4);
  }
}

}  // namespace

Result<StaticTable> StaticTable::over(std::string_view bytes) {
  if (bytes.size() < header_size || bytes.substr(0, magic.size()) != magic) {
    return Failure(no_table("does not begin as one"));
  }
  const std::uint32_t rows = number_at(bytes, 12), dimension = number_at(bytes, 16);
  const std::uint32_t vocabulary_size = number_at(bytes, 24);
  if (number_at(bytes, 8) != known_version || number_at(bytes, 20) != known_bits) {
    return Failure(no_table("is of a version that this program does not know"));
  }
  if (dimension == 0 || dimension % 2 != 0 || dimension > max_dimension) {
    return Failure(no_table("has a dimension that cannot be"));
  }
  const std::uint64_t scales_size = std::uint64_t{rows} * 2;
  const std::uint64_t values_size = std::uint64_t{rows} * (dimension / 2);
  if (bytes.size() != header_size + vocabulary_size + scales_size + values_size) {
    return Failure(no_table("has another size than its header says"));
  }
  StaticTable table;
  table.digest_ = bytes.substr(header_size - digest_size, digest_size);
  table.body_ = bytes.substr(header_size);
  table.vocabulary_ = table.body_.substr(0, vocabulary_size);
  table.scales_ = table.body_.substr(vocabulary_size, static_cast<std::size_t>(scales_size));
  table.values_ = table.body_.substr(vocabulary_size + static_cast<std::size_t>(scales_size));
  table.rows_ = rows;
  table.identity_ = {"static-minilm", "int4-1", dimension};
  return table;
}

const StaticTable& StaticTable::builtin() {
  static const StaticTable table = [] {
    auto found = over({aim_static_table_begin,
                       static_cast<std::size_t>(aim_static_table_end - aim_static_table_begin)});
    assert(found);  // it is part of the program, and a test reads it
    return *std::move(found);
  }();
  return table;
}

bool StaticTable::intact() const {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string written;
  for (const char byte : digest_) {
    written += digits[static_cast<unsigned char>(byte) >> 4U];
    written += digits[static_cast<unsigned char>(byte) & 15U];
  }
  return written == sha256_hex(body_);
}

void StaticTable::embed(std::span<const std::uint32_t> pieces, std::span<float> out) const {
  assert(out.size() == dimension());
  std::array<std::int32_t, max_dimension> sums{};
  const std::size_t half = dimension() / 2;
  const auto low = std::span(sums).first(half), high = std::span(sums).subspan(half, half);
  const auto* values = reinterpret_cast<const unsigned char*>(values_.data());
  std::int32_t all_scales = 0;
  for (const std::uint32_t piece : pieces.first(std::min(pieces.size(), max_pieces))) {
    if (piece >= rows_) {
      continue;
    }
    const std::int32_t scale = scale_of(scales_, piece);
    all_scales += scale;
    add_row(values + piece * half, scale, low, high);
  }
  double squares = 0;
  for (std::size_t i = 0; i < 2 * half; ++i) {
    sums[i] -= 8 * all_scales;
    squares += static_cast<double>(sums[i]) * sums[i];
  }
  const double length = std::sqrt(squares);
  for (std::size_t i = 0; i < 2 * half; ++i) {
    out[i] = length > 0 ? static_cast<float>(sums[i] / length) : 0.0F;
  }
}

}  // namespace aim::embed
