// "Did you mean …?": the nearest of the known names.
#pragma once
#include "base/std.h"

namespace aim::text {

// Optimal string alignment distance (insert, delete, replace, swap neighbours), bytes; stops
// counting past `bound` and returns bound + 1 then.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t bound);

// The known name nearest to `given`, if near enough to be a slip (a third of its length, at least
// 1, at most 3).
std::optional<std::string_view> nearest(std::string_view given,
                                        std::span<const std::string_view> known);

}  // namespace aim::text
