#include "index/hnsw.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "index/quantize.h"

namespace aim::index {
namespace {

using Near = Hnsw::Near;
using Row = Hnsw::Row;

constexpr std::size_t rows_ahead = 4, cache_line = 64;

void fetch(const Flat& flat, Row row) {
  const std::uint8_t* packed = flat.packed(row);
  for (std::size_t i = 0; i < flat.stride(); i += cache_line) __builtin_prefetch(packed + i);
}

class Visited {
 public:
  explicit Visited(std::size_t rows) : bits_((rows + 63) / 64, 0) {}
  // Whether this is its first visit.
  bool visit(Row row) {
    std::uint64_t& word = bits_[row / 64];
    const std::uint64_t bit = std::uint64_t{1} << (row % 64);
    const bool first = (word & bit) == 0;
    word |= bit;
    return first;
  }

 private:
  std::vector<std::uint64_t> bits_;
};

}  // namespace

bool Hnsw::nearer(const Near& a, const Near& b) {
  return a.cosine > b.cosine || (a.cosine == b.cosine && a.row < b.row);
}
bool Hnsw::farther(const Near& a, const Near& b) {
  return nearer(b, a);
}

Hnsw::Hnsw(std::size_t dimension) : dimension_(dimension), ones_(Flat(dimension).stride(), 0) {
  std::fill_n(ones_.begin(), dimension, std::int8_t{1});
}

std::span<const Row> Hnsw::links_of(Row row, std::size_t level) const {
  if (level == 0)
    return std::span(bottom_).subspan(row * links_at_bottom, links_at_bottom);
  return std::span(upper_).subspan((upper_at_[row] + level - 1) * links, links);
}
std::span<Row> Hnsw::links_of(Row row, std::size_t level) {
  if (level == 0)
    return std::span(bottom_).subspan(row * links_at_bottom, links_at_bottom);
  return std::span(upper_).subspan((upper_at_[row] + level - 1) * links, links);
}

std::size_t Hnsw::bytes() const {
  return size() *
             (sizeof(float) + sizeof(std::uint64_t) + 2 + sizeof(Row) + sizeof(std::uint32_t)) +
         (bottom_.size() + upper_.size()) * sizeof(Row);
}

// Row numbers of a graph from a file may lie beyond the rows that there are by now.
void Hnsw::score(const Question& question, std::span<const Row> rows, std::span<float> out) const {
  static const Products products = products_here().front().products;
  const Flat& flat = question.flat;
  const auto fetch_one = [&](std::size_t i) {
    if (i < rows.size() && rows[i] < flat.size())
      fetch(flat, rows[i]);
  };
  for (std::size_t i = 0; i < rows_ahead; ++i) fetch_one(i);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    fetch_one(i + rows_ahead);
    out[i] = unreachable;
    if (rows[i] >= flat.size())
      continue;
    std::int32_t sum = 0;
    products(flat.packed(rows[i]), 1, flat.stride(), question.numbers.data(), &sum);
    out[i] = static_cast<float>(sum - question.added) * (scales_[rows[i]] * question.scale);
  }
}

// Algorithm 2 with one candidate: to the neighbour that is nearer, until there is none.
Near Hnsw::descend(const Question& question, Near near, std::size_t level) const {
  std::array<float, links> cosines;
  for (bool moved = true; moved;) {
    moved = false;
    const std::span<const Row> all = links_of(near.row, level);
    const auto used =
        all.first(static_cast<std::size_t>(std::ranges::find(all, no_row) - all.begin()));
    score(question, used, cosines);
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (cosines[i] <= near.cosine)
        continue;
      near = {used[i], cosines[i]};
      moved = true;
    }
  }
  return near;
}

// Algorithm 2: the `ef` nearest that count, the nearest first. What does not count is walked
// through all the same.
std::vector<Near> Hnsw::walk(const Question& question, Near start, std::size_t level,
                             std::size_t ef, const Wanted& counts) const {
  Visited visited(size());
  std::vector<Near> ahead{start}, best;  // heaps: of the nearest, of the farthest
  visited.visit(start.row);
  if (counts(start.row))
    best.push_back(start);
  const auto helps = [&](float cosine) { return best.size() < ef || cosine > best.front().cosine; };
  const auto meet = [&](const Near& near) {
    if (!helps(near.cosine))
      return;
    ahead.push_back(near);
    std::ranges::push_heap(ahead, farther);
    if (!counts(near.row))
      return;
    best.push_back(near);
    std::ranges::push_heap(best, nearer);
    if (best.size() > ef) {
      std::ranges::pop_heap(best, nearer);
      best.pop_back();
    }
  };
  std::array<Row, links_at_bottom> fresh;
  std::array<float, links_at_bottom> cosines;
  while (!ahead.empty()) {
    std::ranges::pop_heap(ahead, farther);
    const Near from = ahead.back();
    ahead.pop_back();
    if (best.size() == ef && from.cosine < best.front().cosine)
      break;
    std::size_t count = 0;
    for (const Row row : links_of(from.row, level)) {
      if (row == no_row)
        break;
      if (visited.visit(row))
        fresh[count++] = row;
    }
    score(question, std::span(fresh).first(count), cosines);
    for (std::size_t i = 0; i < count; ++i) meet({fresh[i], cosines[i]});
    if (!question.with_copies)
      continue;
    for (Row copy = next_copy_[from.row];
         copy != no_row && helps(from.cosine) && visited.visit(copy); copy = next_copy_[copy]) {
      Near near{copy, unreachable};
      score(question, {&copy, 1}, {&near.cosine, 1});
      meet(near);
    }
  }
  std::ranges::sort_heap(best, nearer);
  return best;
}

std::vector<Near> Hnsw::search(const Flat& flat, std::span<const float> query, std::size_t count,
                               std::size_t ef, const Wanted& wanted) const {
  assert(flat.dimension() == dimension_ && query.size() == dimension_);
  if (entry_ == no_row || count == 0)
    return {};
  const Quantized small = quantize(query);
  Question question{flat};
  question.numbers.assign(flat.stride(), 0);
  std::ranges::copy(small.high, question.numbers.begin());
  question.added =
      Flat::zero * std::accumulate(small.high.begin(), small.high.end(), std::int32_t{0});
  question.scale = small.scale;
  question.with_copies = true;
  Near near{entry_, unreachable};
  score(question, {&entry_, 1}, {&near.cosine, 1});
  for (std::size_t level = levels_[entry_]; level > 0; --level)
    near = descend(question, near, level);
  std::vector<Near> found = walk(question, near, 0, std::max(ef, count), [&](Row row) {
    return row < flat.size() && forgotten_[row] == 0 && !flat.is_empty(row) &&
           (!wanted || wanted(row));
  });
  found.resize(std::min(found.size(), count));
  return found;
}

}  // namespace aim::index
