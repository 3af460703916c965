// Names of priorities, as people and assistants choose them, and the numbers behind them (J5):
// CORE, HIGH, NORMAL, LOW are written as 10, 8, 5, 2, and read from 9–10, 7–8, 4–6, 1–3.
// Knows: words. Must not know: stores, who asks.
// Pure.
#pragma once
#include "memory/names.h"

namespace aim {

enum class Band { low, normal, high, core };
template <>
struct EnumNames<Band> {
  static constexpr std::array<std::pair<Band, std::string_view>, 4> names{
      {{Band::core, "CORE"}, {Band::high, "HIGH"}, {Band::normal, "NORMAL"}, {Band::low, "LOW"}}};
};

// Of the caller's own priority; numbers outside of 1–10 belong to the nearest.
Band band_of(std::int64_t priority);
std::int64_t priority_of(Band band);
// In a ranking: from a quarter for LOW to 1 for CORE.
double weight_of(Band band);
// In any case of letters.
std::optional<Band> band_named(std::string_view name);

}  // namespace aim
