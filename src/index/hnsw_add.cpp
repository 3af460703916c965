// How a graph comes about, row by row. What it is and how it is walked: hnsw.cpp.
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "index/hnsw.h"

namespace aim::index {

using Near = Hnsw::Near;

// One row in 16 lies on the level above, as the paper has it: there it is a random number, here a
// hash.
std::size_t Hnsw::level_of(Row row) {
  constexpr std::size_t highest = 7;
  static_assert(links == 16);
  std::array<char, sizeof(Row)> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(row >> (8 * i));
  const std::uint64_t hash = stable_hash({bytes.data(), bytes.size()});
  return std::min(static_cast<std::size_t>(std::countr_zero(hash)) / 4, highest);
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
  question.added = Flat::zero * (sum - Flat::zero * static_cast<std::int32_t>(dimension_));
  question.scale = scales_[row];
}

// Algorithm 4: the nearest first, without those that are nearer to one already chosen, so that
// links lead in all directions. Each one chosen strikes out the others at once: the same choice,
// and one row is compared with many.
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

void Hnsw::add(const Flat& flat, Row row, std::uint64_t text) {
  assert(flat.dimension() == dimension_ && row < flat.size());
  const float scale = flat.scale(row);
  if (!(scale > 0 && scale <= largest_scale))
    return;
  const bool anew = row < size() && scales_[row] != 0;
  make_room(row);
  hand_over(row);
  scales_[row] = scale;
  texts_[row] = text;
  forgotten_[row] = 0;
  insert(flat, row, !anew);
}

void Hnsw::forget(Row row) {
  if (row >= size())
    return;
  forgotten_[row] = 1;
  hand_over(row);
}

// The copies of what a row was stay where that was: the first of them takes its place among the
// links.
void Hnsw::hand_over(Row row) {
  Row heir = std::exchange(next_copy_[row], no_row);
  while (heir != no_row && forgotten_[heir] != 0) heir = next_copy_[heir];
  const std::span<Row> places = links_of(row, 0);
  // A copy with links needs none, and one that others link to comes from a stranger's file.
  if (heir == no_row || links_of(heir, 0).front() != no_row ||
      std::ranges::find(places, heir) != places.end())
    return;
  std::ranges::copy(places, links_of(heir, 0).begin());
  bool is_linked = false;
  for (const Row to : places) {
    if (to == no_row)
      break;
    const auto back = std::ranges::find(links_of(to, 0), row);
    if (back == links_of(to, 0).end())
      continue;
    *back = heir;
    is_linked = true;
  }
  const auto put_in = [heir](std::span<Row> list) {
    const auto free = std::ranges::find(list, no_row);
    (free != list.end() ? *free : list.back()) = heir;
  };
  if (!is_linked && places.front() != no_row)
    put_in(links_of(places.front(), 0));
  put_in(places);
}

// Algorithm 1. `or_chain`: a row of the same numbers as another gets no links, but its place in the
// chain of that one's copies. With links many copies of one text would lead to each other only.
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

}  // namespace aim::index
