// Tables of words, written as one text with blanks between them: a word a line hides the table.
// Pure.
#pragma once
#include <stdexcept>

#include "base/std.h"

namespace aim {

// The words of a literal. With a wrong count it does not compile.
template <std::size_t Count>
constexpr std::array<std::string_view, Count> words_in(std::string_view text) {
  std::array<std::string_view, Count> words{};
  for (std::string_view& word : words) {
    const std::size_t end = std::min(text.find(' '), text.size());
    word = text.substr(0, end);
    if (word.empty())
      throw std::out_of_range("too few words");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!text.empty())
    throw std::out_of_range("too many words");
  return words;
}

}  // namespace aim
