// A text of many parts: texts, characters and whole numbers, one after the other.
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

}  // namespace aim
