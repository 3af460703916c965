#include "text/word_diff.h"

#include "base/utf8.h"

namespace aim::text {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t max_cells = 4'000'000;
constexpr std::size_t kept_beside = 4;  // equal words shown before and after a change

Words words_of(std::string_view text) {
  Words words;
  for (std::size_t at = text.find_first_not_of(blanks); at != text.npos;
       at = text.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

enum class Side { both, before, after };
struct DiffWord {
  Side side;
  std::string_view word;
};

// Longest common subsequence, from lengths[i][j] of the rest from i and j on.
void add_changes(const Words& before, const Words& after, std::vector<DiffWord>& pieces) {
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
      pieces.push_back({Side::both, before[i]});
      ++i, ++j;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
      pieces.push_back({Side::before, before[i++]});
    } else {
      pieces.push_back({Side::after, after[j++]});
    }
  }
  for (; i < rows; ++i) pieces.push_back({Side::before, before[i]});
  for (; j < columns; ++j) pieces.push_back({Side::after, after[j]});
}

std::string marked(Side side, const std::string& words) {
  return side == Side::before  ? "[-" + words + "-]"
         : side == Side::after ? "{+" + words + "+}"
                               : words;
}

// A run of equal words as it is shown.
std::string shortened(const std::vector<std::string_view>& run, bool is_first, bool is_last) {
  const std::size_t head = is_first ? 0 : kept_beside, tail = is_last ? 0 : kept_beside;
  std::string shown;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const bool is_cut = run.size() > head + tail + 1 && i >= head && i < run.size() - tail;
    if (is_cut && i > head)
      continue;
    shown.append(shown.empty() ? "" : " ").append(is_cut ? "\u2026" : run[i]);
  }
  return shown;
}

}  // namespace

std::string word_diff(std::string_view before, std::string_view after, std::size_t max_bytes) {
  Words old_words = words_of(before), new_words = words_of(after);
  if (old_words == new_words)
    return {};
  const auto [old_change, new_change] = std::ranges::mismatch(old_words, new_words);
  const auto same = static_cast<std::size_t>(old_change - old_words.begin());
  std::size_t end = 0;
  while (end < std::min(old_words.size(), new_words.size()) - same &&
         old_words[old_words.size() - 1 - end] == new_words[new_words.size() - 1 - end])
    ++end;
  std::vector<DiffWord> pieces;
  for (std::size_t i = 0; i < same; ++i) pieces.push_back({Side::both, old_words[i]});
  const auto middle = [&](const Words& words) {
    return Words(words.begin() + static_cast<std::ptrdiff_t>(same),
                 words.end() - static_cast<std::ptrdiff_t>(end));
  };
  add_changes(middle(old_words), middle(new_words), pieces);
  for (std::size_t i = old_words.size() - end; i < old_words.size(); ++i)
    pieces.push_back({Side::both, old_words[i]});
  std::string line;
  for (std::size_t i = 0; i < pieces.size() && line.size() <= max_bytes;) {
    const Side side = pieces[i].side;
    const bool is_first = i == 0;
    std::vector<std::string_view> run;
    for (; i < pieces.size() && pieces[i].side == side; ++i) run.push_back(pieces[i].word);
    std::string words;
    if (side == Side::both)
      words = shortened(run, is_first, i == pieces.size());
    else
      for (const std::string_view word : run) words.append(words.empty() ? "" : " ").append(word);
    line.append(line.empty() ? "" : " ").append(marked(side, words));
  }
  if (line.size() > max_bytes)
    line = std::string(utf8::cut(line, max_bytes)) + "\u2026";
  return line;
}

}  // namespace aim::text
