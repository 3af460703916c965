// A text of many parts: texts, characters and whole numbers, one after the other; and of the texts
// of a list.
#pragma once
#include <concepts>
#include <stdexcept>

#include "base/std.h"

namespace aim {

inline void append_one(std::string& out, std::string_view text) {
  out.append(text);
}
inline void append_one(std::string& out, char character) {
  out.push_back(character);
}
template <std::integral Number>
void append_one(std::string& out, Number number) {
  out.append(std::to_string(number));
}

template <class... Parts>
void append_all(std::string& out, const Parts&... parts) {
  (append_one(out, parts), ...);
}

// At the end of a list that does not have it.
template <class List, class Item>
void add_once(List& list, Item&& item) {
  if (std::ranges::find(list, item) == list.end())
    list.emplace_back(std::forward<Item>(item));
}

// Keeps the last ones of a list.
template <class List>
void drop_oldest(List& list, std::size_t most) {
  if (list.size() > most)
    list.erase(list.begin(), list.end() - static_cast<std::ptrdiff_t>(most));
}

// The texts one after the other, as `text_of` gives that of each, with `between` where something
// stands before.
template <class Range, class TextOf = std::identity>
std::string join_texts(const Range& all, std::string_view between, TextOf text_of = {}) {
  std::string out;
  for (const auto& each : all)
    out.append(out.empty() ? "" : between).append(std::invoke(text_of, each));
  return out;
}

// Tables of words, written as one text with blanks between them: a word a line hides the table.

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
