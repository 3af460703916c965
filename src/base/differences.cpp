#include "base/differences.h"

namespace aim {
namespace {

using Texts = std::span<const std::string_view>;

// Longest common subsequence, from lengths[i][j] of the rest from i and j on.
void add_changes(Texts before, Texts after, std::size_t max_cells, std::vector<DiffPart>& parts) {
  const std::size_t rows = before.size(), columns = after.size(), width = columns + 1;
  const bool is_small = rows * columns <= max_cells;
  std::vector<std::uint32_t> lengths(is_small ? (rows + 1) * width : 0);
  for (std::size_t i = is_small ? rows : 0; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      lengths[i * width + j] = before[i] == after[j] ? lengths[(i + 1) * width + j + 1] + 1
                                                     : std::max(lengths[(i + 1) * width + j],
                                                                lengths[i * width + j + 1]);
  std::size_t i = 0, j = 0;
  while (is_small && i < rows && j < columns) {
    if (before[i] == after[j]) {
      parts.push_back({DiffSide::both, before[i]});
      ++i, ++j;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
      parts.push_back({DiffSide::before, before[i++]});
    } else {
      parts.push_back({DiffSide::after, after[j++]});
    }
  }
  for (; i < rows; ++i) parts.push_back({DiffSide::before, before[i]});
  for (; j < columns; ++j) parts.push_back({DiffSide::after, after[j]});
}

}  // namespace

// The equal beginning and end are left out of the comparison: most changes are small.
std::vector<DiffPart> differences(Texts before, Texts after, std::size_t max_cells) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  while (tail < shorter - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  std::vector<DiffPart> parts;
  for (const std::string_view text : before.first(head)) parts.push_back({DiffSide::both, text});
  add_changes(before.subspan(head, before.size() - head - tail),
              after.subspan(head, after.size() - head - tail), max_cells, parts);
  for (const std::string_view text : before.last(tail)) parts.push_back({DiffSide::both, text});
  return parts;
}

}  // namespace aim
