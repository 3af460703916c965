#include "embed/static_table.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/base64.h"
#include "base/hash.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif
// aim_bytes in CMakeLists.txt.
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
  return invalid(std::string("the static table ").append(what));
}

struct WeighedRow {
  const unsigned char* row;
  std::int32_t scale;
};

// Two values a byte, the first in the low half. Each is 8 more than it means; embed() takes that
// off at the end, once.
void add_values(const WeighedRow& row, std::size_t from, std::span<std::int32_t> low,
                std::span<std::int32_t> high) {
  for (std::size_t i = from; i < low.size(); ++i) {
    low[i] += row.scale * (row.row[i] & 15);
    high[i] += row.scale * (row.row[i] >> 4);
  }
}

#ifdef __SSE2__
// The sums of 16 bytes of all rows, which stay in registers meanwhile. Two rows at a time: a
// processor multiplies pairs of 16 bits and adds them at once, and a value and a scale fit into
// these.
void sum_bytes(std::span<const WeighedRow> rows, std::size_t at, std::int32_t* low,
               std::int32_t* high) {
  const __m128i half = _mm_set1_epi8(15), zero = _mm_setzero_si128();
  __m128i sums[8];
  std::fill(std::begin(sums), std::end(sums), zero);
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    const bool pair = i + 1 < rows.size();
    const auto bytes_of = [&](const WeighedRow& row) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(row.row + at));
    };
    const __m128i scales = _mm_set1_epi32((pair ? rows[i + 1].scale << 16 : 0) | rows[i].scale);
    const __m128i a = bytes_of(rows[i]), b = pair ? bytes_of(rows[i + 1]) : zero;
    const auto add = [&](__m128i x, __m128i y, std::size_t to) {
      const __m128i first = _mm_unpacklo_epi8(x, y), second = _mm_unpackhi_epi8(x, y);
      const auto add_pairs = [&](__m128i pairs, std::size_t place) {
        sums[place] = _mm_add_epi32(sums[place], _mm_madd_epi16(pairs, scales));
      };
      add_pairs(_mm_unpacklo_epi8(first, zero), to);
      add_pairs(_mm_unpackhi_epi8(first, zero), to + 1);
      add_pairs(_mm_unpacklo_epi8(second, zero), to + 2);
      add_pairs(_mm_unpackhi_epi8(second, zero), to + 3);
    };
    add(_mm_and_si128(a, half), _mm_and_si128(b, half), 0);
    add(_mm_and_si128(_mm_srli_epi16(a, 4), half), _mm_and_si128(_mm_srli_epi16(b, 4), half), 4);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(low) + i, sums[i]);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(high) + i, sums[i + 4]);
  }
}
#endif

// `low` and `high` are zero before.
void sum_rows(std::span<const WeighedRow> rows, std::span<std::int32_t> low,
              std::span<std::int32_t> high) {
  std::size_t done = 0;
#ifdef __SSE2__
  constexpr std::size_t step = 16;
  for (; done + step <= low.size(); done += step)
    sum_bytes(rows, done, low.data() + done, high.data() + done);
#endif
  for (const WeighedRow& row : rows) add_values(row, done, low, high);
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
  return to_hex({reinterpret_cast<const unsigned char*>(digest_.data()), digest_.size()}) ==
         sha256_hex(body_);
}

void StaticTable::embed(std::span<const std::uint32_t> pieces, std::span<float> out) const {
  assert(out.size() == dimension());
  std::array<std::int32_t, max_dimension> sums{};
  const std::size_t half = dimension() / 2;
  const auto low = std::span(sums).first(half), high = std::span(sums).subspan(half, half);
  const auto* values = reinterpret_cast<const unsigned char*>(values_.data());
  std::int32_t all_scales = 0;
  std::vector<WeighedRow> weighed;
  weighed.reserve(std::min(pieces.size(), max_pieces));
  for (const std::uint32_t piece : pieces.first(std::min(pieces.size(), max_pieces))) {
    if (piece >= rows_) {
      continue;
    }
    weighed.push_back({values + piece * half, scale_of(scales_, piece)});
    all_scales += weighed.back().scale;
  }
  sum_rows(weighed, low, high);
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

const StaticEmbedder& StaticEmbedder::builtin() {
  static const StaticEmbedder it = [] {
    auto made = over(StaticTable::builtin());
    assert(made && "the table inside the program has a vocabulary");
    return std::move(*made);
  }();
  return it;
}

Result<StaticEmbedder> StaticEmbedder::over(const StaticTable& table) {
  auto tokenizer = TRY(Tokenizer::over(TRY(Vocabulary::over(table.vocabulary()))));
  return StaticEmbedder(table, std::move(tokenizer));
}

Result<std::vector<float>> StaticEmbedder::embed(std::span<const std::string_view> texts,
                                                 Role) const {
  const std::size_t dimension = table_->dimension();
  std::vector<float> out(texts.size() * dimension);
  std::vector<std::uint32_t> pieces;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    pieces.clear();
    tokenizer_.append_pieces(texts[i], max_tokens(), pieces);
    table_->embed(pieces, std::span(out).subspan(i * dimension, dimension));
  }
  return out;
}

}  // namespace aim::embed
