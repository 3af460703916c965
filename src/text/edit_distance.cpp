#include "text/edit_distance.h"

#include <numeric>

namespace aim::text {

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t bound) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer - std::min(a.size(), b.size()) > bound)
    return bound + 1;
  // Rows of the usual table: the distances of a's first i bytes to b's first 0, 1, 2, … bytes. A
  // swap of neighbours looks back two rows.
  std::vector<std::size_t> row(b.size() + 1), above(b.size() + 1), two_above(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::size_t least = 0;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_above, above);
    std::swap(above, row);
    const std::size_t least_above = least;
    least = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > bound && least_above > bound)
      return bound + 1;
  }
  return row.back() > bound ? bound + 1 : row.back();
}

std::optional<std::string_view> nearest(std::string_view given,
                                        std::span<const std::string_view> known) {
  if (given.empty())
    return std::nullopt;
  std::size_t bound = std::clamp<std::size_t>(given.size() / 3, 1, 3);
  std::optional<std::string_view> found;
  for (const std::string_view name : known) {
    const std::size_t distance = edit_distance(given, name, bound);
    if (distance > bound)
      continue;
    found = name;
    if (distance == 0)
      break;
    bound = distance - 1;  // only a nearer one is of interest now
  }
  return found;
}

}  // namespace aim::text
