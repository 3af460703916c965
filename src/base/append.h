// A text of many parts: texts, characters and whole numbers, one after the other; and of the texts
// of a list.
#pragma once
#include <concepts>

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

}  // namespace aim
