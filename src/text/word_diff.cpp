#include "text/word_diff.h"

#include "base/differences.h"
#include "base/utf8.h"
#include "text/scripts.h"

namespace aim::text {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t max_cells = 4'000'000;
constexpr std::size_t kept_beside = 4;  // equal words shown before and after a change

// Between two blanks: a word, or characters of a script without blanks and words between them.
void add_parts(std::string_view text, Words& words) {
  constexpr unsigned char first_beyond_ascii = 0x80;
  std::size_t begin = 0;
  const auto end_word = [&](std::size_t end) {
    if (end > begin)
      words.push_back(text.substr(begin, end - begin));
    begin = end;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    if (static_cast<unsigned char>(text[at]) < first_beyond_ascii) {
      ++at;
      continue;
    }
    if (describe(utf8::next(text, at)).kind != Kind::dense)
      continue;
    end_word(from);
    while (at < text.size()) {  // marks that belong to it
      std::size_t after = at;
      if (static_cast<unsigned char>(text[at]) < first_beyond_ascii ||
          describe(utf8::next(text, after)).kind != Kind::ignored)
        break;
      at = after;
    }
    end_word(at);
  }
  end_word(text.size());
}

Words words_of(std::string_view text) {
  Words words;
  for (std::size_t at = text.find_first_not_of(blanks); at != text.npos;
       at = text.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    add_parts(text.substr(at, end - at), words);
    at = end;
  }
  return words;
}

// Puts words together as they stood in their texts: with a blank between them, or without.
class Spacing {
 public:
  Spacing(std::string_view before, std::string_view after) : texts_{before, after} {}

  void add(std::string& line, std::string_view word) const {
    line.append(line.empty() || is_glued(word) ? "" : " ").append(word);
  }
  // Whether no blank is before it.
  bool is_glued(std::string_view word) const {
    return std::ranges::any_of(texts_, [&](std::string_view text) {
      return word.data() > text.data() && word.data() < text.data() + text.size() &&
             blanks.find(*(word.data() - 1)) == blanks.npos;
    });
  }

 private:
  std::array<std::string_view, 2> texts_;
};

std::string marked(DiffSide side, const std::string& words) {
  return side == DiffSide::before  ? "[-" + words + "-]"
         : side == DiffSide::after ? "{+" + words + "+}"
                                   : words;
}

// A run of equal words as it is shown.
std::string shortened(const std::vector<std::string_view>& run, bool is_first, bool is_last,
                      const Spacing& texts) {
  const std::size_t head = is_first ? 0 : kept_beside, tail = is_last ? 0 : kept_beside;
  std::string shown;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const bool is_cut = run.size() > head + tail + 1 && i >= head && i < run.size() - tail;
    if (is_cut && i > head)
      continue;
    texts.add(shown, is_cut ? "\u2026" : run[i]);
  }
  return shown;
}

}  // namespace

std::string word_diff(std::string_view before, std::string_view after, std::size_t max_bytes) {
  const Words old_words = words_of(before), new_words = words_of(after);
  if (old_words == new_words)
    return {};
  const auto pieces = differences(old_words, new_words, max_cells);
  const Spacing texts(before, after);
  std::string line;
  for (std::size_t i = 0; i < pieces.size() && line.size() <= max_bytes;) {
    const DiffSide side = pieces[i].side;
    const bool is_first = i == 0;
    std::vector<std::string_view> run;
    for (; i < pieces.size() && pieces[i].side == side; ++i) run.push_back(pieces[i].text);
    std::string words;
    if (side == DiffSide::both)
      words = shortened(run, is_first, i == pieces.size(), texts);
    else
      for (const std::string_view word : run) texts.add(words, word);
    line.append(line.empty() || texts.is_glued(run.front()) ? "" : " ").append(marked(side, words));
  }
  if (line.size() > max_bytes)
    line = std::string(utf8::cut(line, max_bytes)) + "\u2026";
  return line;
}

}  // namespace aim::text
