// Limits of what a page asks about many memories at once (L6, L7): data as those of rules.h.
#pragma once
#include "memory/rules.h"

namespace aim::rule {

inline constexpr Rule limit_nodes{.minimum = 1, .maximum = 1'500, .clamps = true};
inline constexpr Rule steps{.minimum = 0, .maximum = 2, .clamps = true};
inline constexpr Rule series_days{.minimum = 1, .maximum = 366};

}  // namespace aim::rule
