// A graph as bytes, docs/formats/vector_graph.md. What is read may come from anybody: each number
// is checked before it is used.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "base/file.h"
#include "base/hash.h"
#include "index/hnsw.h"

namespace aim::index {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers in the file are little endian");

constexpr std::array<char, 8> magic{'A', 'I', 'M', 'H', 'N', 'S', 'W', '\0'};
constexpr std::uint32_t version = 1;
constexpr std::uint8_t not_there = 255;  // instead of a level

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version, dimension;
  std::uint64_t identity;
  std::uint32_t rows, entry;
};
static_assert(sizeof(Header) == 32 && std::is_trivially_copyable_v<Header>);
constexpr std::size_t hash_bytes = sizeof(std::uint64_t);

// More than a row takes on average, as one in 16 has lists above the bottom; and some room for
// graphs of few rows.
constexpr std::size_t row_bytes = 176, small_graph = std::size_t{64} << 10;

Failure refused(std::string_view what) {
  return Failure(unavailable("the graph of vectors " + std::string(what),
                             "nothing need be done: it is made again from the vectors"));
}

template <class Number>
void append(std::string& out, const Number& number) {
  static_assert(std::is_trivially_copyable_v<Number>);
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

}  // namespace

// Takes one number after the other, as long as there are any.
class Hnsw::Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
  bool take(Number& number) {
    if (bytes_.size() < sizeof number)
      return false;
    std::memcpy(&number, bytes_.data(), sizeof number);
    bytes_.remove_prefix(sizeof number);
    return true;
  }
  bool take(std::span<Row> numbers) {
    if (bytes_.size() < numbers.size_bytes())
      return false;
    if (!numbers.empty())
      std::memcpy(numbers.data(), bytes_.data(), numbers.size_bytes());
    bytes_.remove_prefix(numbers.size_bytes());
    return true;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

std::string Hnsw::to_bytes(std::uint64_t identity) const {
  std::string out;
  append(out, Header{magic, version, static_cast<std::uint32_t>(dimension_), identity,
                     static_cast<std::uint32_t>(size()), entry_});
  for (Row row = 0; row < size(); ++row) {
    if (scales_[row] == 0) {
      append(out, not_there);
      continue;
    }
    append(out, levels_[row]);
    append(out, forgotten_[row]);
    append(out, texts_[row]);
    append(out, scales_[row]);
    append(out, next_copy_[row]);
    for (std::size_t level = 0; level <= levels_[row]; ++level) {
      const std::span<const Row> places = links_of(row, level);
      const auto count =
          static_cast<std::uint8_t>(std::ranges::find(places, no_row) - places.begin());
      append(out, count);
      out.append(reinterpret_cast<const char*>(places.data()), count * sizeof(Row));
    }
  }
  append(out, stable_hash(out));
  return out;
}

bool Hnsw::read_row(Reader& reader, Row row, std::size_t rows) {
  std::uint8_t level = 0, forgotten = 0, count = 0;
  if (!reader.take(level))
    return false;
  if (level == not_there)
    return true;
  make_room(row);
  if (level != levels_[row] || !reader.take(forgotten) || forgotten > 1 ||
      !reader.take(texts_[row]) || !reader.take(scales_[row]) ||
      !(scales_[row] > 0 && scales_[row] <= largest_scale) || !reader.take(next_copy_[row]))
    return false;
  forgotten_[row] = forgotten;
  for (std::size_t at = 0; at <= level; ++at) {
    const std::span<Row> places = links_of(row, at);
    if (!reader.take(count) || count > places.size() || !reader.take(places.first(count)) ||
        std::ranges::any_of(places.first(count), [&](Row to) { return to >= rows || to == row; }))
      return false;
  }
  return true;
}

// Links lead to rows that are there and lie as high; chains of copies have an end.
bool Hnsw::is_consistent() const {
  const bool none = std::ranges::all_of(scales_, [](float scale) { return scale == 0; });
  if (none || entry_ >= size() || scales_[entry_] == 0)
    return none && entry_ == no_row;
  const auto is_good = [&](Row to, std::size_t level) {
    return to == no_row || (to < size() && scales_[to] != 0 && levels_[to] >= level);
  };
  for (Row row = 0; row < size(); ++row) {
    if (scales_[row] == 0)
      continue;
    if (!is_good(next_copy_[row], 0))
      return false;
    for (std::size_t level = 0; level <= levels_[row]; ++level)
      for (const Row to : links_of(row, level))
        if (!is_good(to, level))
          return false;
  }
  std::vector<Row> passed_from(size(), no_row);
  for (Row first = 0; first < size(); ++first) {
    Row row = first;
    for (; row != no_row && passed_from[row] == no_row; row = next_copy_[row])
      passed_from[row] = first;
    if (row != no_row && passed_from[row] == first)
      return false;
  }
  return true;
}

Result<Hnsw> Hnsw::from_bytes(std::string_view bytes, const Expected& expected) {
  if (bytes.size() < sizeof(Header) + hash_bytes)
    return refused("is cut off");
  const std::string_view hashed = bytes.substr(0, bytes.size() - hash_bytes);
  std::uint64_t hash = 0;
  std::memcpy(&hash, bytes.data() + hashed.size(), sizeof hash);
  Reader reader(hashed);
  Header header;
  reader.take(header);
  if (header.magic != magic || header.version != version)
    return refused("is of another version of this program");
  if (hash != stable_hash(hashed))
    return refused("is damaged");
  if (header.identity != expected.identity || header.dimension != expected.dimension ||
      header.rows > expected.max_rows)
    return refused("is that of other vectors");
  Hnsw graph(expected.dimension);
  graph.entry_ = header.entry;
  for (Row row = 0; row < header.rows; ++row)
    if (!graph.read_row(reader, row, header.rows))
      return refused("is damaged");
  if (!reader.at_end() || !graph.is_consistent())
    return refused("is damaged");
  return graph;
}

Result<void> Hnsw::save(const std::filesystem::path& file, std::uint64_t identity) const {
  return replace_file(file, to_bytes(identity));
}

Result<Hnsw> Hnsw::load(const std::filesystem::path& file, const Expected& expected) {
  const std::string bytes = TRY(read_file(file, expected.max_rows * row_bytes + small_graph));
  return from_bytes(bytes, expected);
}

}  // namespace aim::index
