// Enumerations and their names: one table an enum, used to read, print, refuse and document it.
#pragma once
#include "base/std.h"

namespace aim {

// Specialise once an enum: static constexpr auto names = named<E>("first", "second", …).
template <class E>
struct EnumNames;

// The names of all values, in their order.
template <class E, class... Names>
constexpr auto named(const Names&... names) {
  int next = 0;
  return std::array{std::pair<E, std::string_view>{static_cast<E>(next++), names}...};
}

template <class E>
constexpr std::string_view name_of(E value) {
  for (const auto& [each, name] : EnumNames<E>::names)
    if (each == value)
      return name;
  return {};
}

template <class E>
constexpr std::optional<E> value_of(std::string_view text) {
  for (const auto& [each, name] : EnumNames<E>::names)
    if (name == text)
      return each;
  return std::nullopt;
}

}  // namespace aim
