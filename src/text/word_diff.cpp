#include "text/word_diff.h"

#include "base/differences.h"
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

std::string marked(DiffSide side, const std::string& words) {
  return side == DiffSide::before  ? "[-" + words + "-]"
         : side == DiffSide::after ? "{+" + words + "+}"
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
  const Words old_words = words_of(before), new_words = words_of(after);
  if (old_words == new_words)
    return {};
  const auto pieces = differences(old_words, new_words, max_cells);
  std::string line;
  for (std::size_t i = 0; i < pieces.size() && line.size() <= max_bytes;) {
    const DiffSide side = pieces[i].side;
    const bool is_first = i == 0;
    std::vector<std::string_view> run;
    for (; i < pieces.size() && pieces[i].side == side; ++i) run.push_back(pieces[i].text);
    std::string words;
    if (side == DiffSide::both)
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
