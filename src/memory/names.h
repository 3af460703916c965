// Enumerations and their names: one table an enum, used to read, print, refuse and document it.
#pragma once
#include "base/std.h"

namespace aim {

// Specialise once an enum: static constexpr std::array<std::pair<E, std::string_view>, N> names.
template <class E>
struct EnumNames;

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
