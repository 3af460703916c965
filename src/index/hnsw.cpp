#include "index/hnsw.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <numeric>
#include <utility>

#include "base/hash.h"
#include "index/quantize.h"

namespace aim::index {
namespace {

using Near = Hnsw::Near;
using Row = Hnsw::Row;

constexpr int zero = 128;  // what stands for 0 in a row
constexpr float unreachable = -2;
constexpr std::size_t rows_ahead = 4, cache_line = 64;

// A total order, so that the graph depends on nothing but its rows.
bool nearer(const Near& a, const Near& b) {
  return a.cosine > b.cosine || (a.cosine == b.cosine && a.row < b.row);
}
bool farther(const Near& a, const Near& b) {
  return nearer(b, a);
}

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

// What rows are compared with: a query, or a row with its sign.
struct Hnsw::Question {
  const Flat& flat;
  std::vector<std::int8_t> numbers{};  // as many as the stride
  std::int32_t added = 0;              // what number + 128 instead of the number adds to a sum
  float scale = 0;
  bool with_copies = false;
};

Hnsw::Hnsw(std::size_t dimension) : dimension_(dimension), ones_(Flat(dimension).stride(), 0) {
  std::fill_n(ones_.begin(), dimension, std::int8_t{1});
}

// One row in 16 lies on the level above, as the paper has it: there it is a random number, here a hash.
std::size_t Hnsw::level_of(Row row) {
  constexpr std::size_t highest = 7;
  static_assert(links == 16);
  std::array<char, sizeof row> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(row >> (8 * i));
  const std::uint64_t hash = stable_hash({bytes.data(), bytes.size()});
  return std::min(static_cast<std::size_t>(std::countr_zero(hash)) / 4, highest);
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

void Hnsw::ask(const Flat& flat, Row row, Question& question) const {
  constexpr std::uint64_t eight_signs = 0x8080808080808080;
  const std::size_t stride = flat.stride();
  const std::uint8_t* packed = flat.packed(row);
  question.numbers.resize(stride);
  for (std::size_t i = 0; i < stride; i += sizeof eight_signs) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, packed + i, sizeof eight);
    eight ^= eight_signs;
    std::memcpy(question.numbers.data() + i, &eight, sizeof eight);
  }
  std::fill(question.numbers.begin() + static_cast<std::ptrdiff_t>(dimension_),
            question.numbers.end(), std::int8_t{0});
  std::int32_t sum = 0;
  products_here().front().products(packed, 1, stride, ones_.data(), &sum);
  question.added = zero * (sum - zero * static_cast<std::int32_t>(dimension_));
  question.scale = scales_[row];
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

// Algorithm 2: the `ef` nearest that count, the nearest first. What does not count is walked through all the same.
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

// Algorithm 4: the nearest first, without those that are nearer to one already chosen, so that links lead in all directions.
// Each one chosen strikes out the others at once: the same choice, and one row is compared with many.
std::vector<Near> Hnsw::choose(const Flat& flat, std::span<const Near> from,
                               std::size_t most) const {
  std::vector<Near> chosen, left(from.begin(), from.end());
  std::vector<Row> rows;
  std::vector<float> cosines;
  Question question{flat};
  for (std::size_t next = 0; next < left.size() && chosen.size() < most;) {
    const Near near = left[next++];
    if (near.cosine <= unreachable)
      break;
    chosen.push_back(near);
    if (next == left.size() || chosen.size() == most)
      break;
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(std::exchange(next, 0)));
    rows.resize(left.size());
    cosines.resize(left.size());
    std::ranges::transform(left, rows.begin(), &Near::row);
    ask(flat, near.row, question);
    score(question, rows, cosines);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
      if (cosines[i] <= left[i].cosine)
        left[kept++] = left[i];
    left.resize(kept);
  }
  return chosen;
}

void Hnsw::link_back(const Flat& flat, Row row, const Near& to, std::size_t level) {
  const std::span<Row> places = links_of(to.row, level);
  const auto free =
      std::ranges::find_if(places, [row](Row there) { return there == no_row || there == row; });
  if (free != places.end()) {
    *free = row;
    return;
  }
  std::array<float, links_at_bottom> cosines;
  Question question{flat};
  ask(flat, to.row, question);
  score(question, places, cosines);
  std::vector<Near> all{{row, to.cosine}};
  for (std::size_t i = 0; i < places.size(); ++i) all.push_back({places[i], cosines[i]});
  std::ranges::sort(all, nearer);
  const std::vector<Near> kept = choose(flat, all, places.size());
  std::ranges::fill(places, no_row);
  std::ranges::transform(kept, places.begin(), &Near::row);
}

void Hnsw::link(const Flat& flat, Row row, std::span<const Near> from, std::size_t level) {
  const std::vector<Near> chosen = choose(flat, from, links);
  const std::span<Row> places = links_of(row, level);
  std::ranges::fill(places, no_row);
  std::ranges::transform(chosen, places.begin(), &Near::row);
  for (const Near& near : chosen) link_back(flat, row, near, level);
}

void Hnsw::make_room(Row row) {
  if (row >= size()) {
    const std::size_t rows = std::size_t{row} + 1;
    scales_.resize(rows, 0);
    texts_.resize(rows, 0);
    levels_.resize(rows, 0);
    forgotten_.resize(rows, 0);
    next_copy_.resize(rows, no_row);
    upper_at_.resize(rows, 0);
    bottom_.resize(rows * links_at_bottom, no_row);
  }
  if (scales_[row] != 0)
    return;
  levels_[row] = static_cast<std::uint8_t>(level_of(row));
  upper_at_[row] = static_cast<std::uint32_t>(upper_.size() / links);
  upper_.resize(upper_.size() + levels_[row] * links, no_row);
}

void Hnsw::add(const Flat& flat, Row row, std::uint64_t text) {
  assert(flat.dimension() == dimension_ && row < flat.size());
  const float scale = flat.scale(row);
  if (!(scale > 0 && scale <= largest_scale))
    return;
  const bool anew = row < size() && scales_[row] != 0;
  make_room(row);
  scales_[row] = scale;
  texts_[row] = text;
  forgotten_[row] = 0;
  // The copies of what the row was stay where they are: one of them takes its place.
  Row heir = std::exchange(next_copy_[row], no_row);
  while (heir != no_row && forgotten_[heir] != 0) heir = next_copy_[heir];
  insert(flat, row, !anew);
  if (heir < flat.size() && links_of(heir, 0).front() == no_row)
    insert(flat, heir, false);
}

// Algorithm 1. `or_chain`: a row of the same numbers as another gets no links, but its place in the chain of that one's
// copies. With links many copies of one text would lead to each other only.
void Hnsw::insert(const Flat& flat, Row row, bool or_chain) {
  if (entry_ == no_row)
    entry_ = row;
  Question question{flat};
  ask(flat, row, question);
  // A row that is linked anew is walked from, and is not a neighbour of its own.
  Near near{entry_, unreachable};
  if (entry_ != row)
    score(question, {&entry_, 1}, {&near.cosine, 1});
  const std::size_t top = levels_[entry_], own = levels_[row];
  for (std::size_t level = top; level > own; --level) near = descend(question, near, level);
  const Wanted others = [&](Row other) { return other != row && other < flat.size(); };
  std::vector<std::vector<Near>> found(std::min(top, own) + 1);
  for (std::size_t level = found.size(); level-- > 0;) {
    found[level] = walk(question, near, level, candidates, others);
    if (!found[level].empty())
      near = found[level].front();
  }
  const auto original = std::ranges::find_if(found[0], [&](const Near& other) {
    return scales_[other.row] == scales_[row] &&
           std::memcmp(flat.packed(other.row), flat.packed(row), dimension_) == 0;
  });
  if (or_chain && original != found[0].end()) {
    next_copy_[row] = std::exchange(next_copy_[original->row], row);
    return;
  }
  for (std::size_t level = 0; level < found.size(); ++level) link(flat, row, found[level], level);
  if (own > top)
    entry_ = row;
}

void Hnsw::forget(Row row) {
  if (row < size())
    forgotten_[row] = 1;
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
  question.added = zero * std::accumulate(small.high.begin(), small.high.end(), std::int32_t{0});
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
