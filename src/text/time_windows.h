// The days that a question is about, and how well a memory's time fits them. Which days a phrase
// means says date_windows.h, which phrases there are when.h.
// Pure. Threads: any. Cost: fit() is a few comparisons.
#pragma once
#include <cstddef>
#include <vector>

#include "base/clock.h"

namespace aim::text {

inline constexpr std::size_t max_dates = 8;  // of a question; later ones are not looked at

struct When {
  struct Window {
    std::chrono::sys_days first, last;
    double fit;
  };
  struct Yearly {
    std::chrono::month month;
    std::chrono::day first{0}, last{0};  // 0: the whole month
  };
  std::vector<Window> windows;
  std::vector<Yearly> yearly;

  double fit(Time time) const;  // 0…1: the best of all windows
};

}  // namespace aim::text
