// Unreadable items of foreign files, as in replies: the first thousand, each with position and
// reason.
#pragma once
#include "base/utf8.h"
#include "op/kit/operation.h"

namespace aim::op {

struct Problem {
  std::string place, reason;
  using R = Problem;
  static constexpr std::tuple fields{gives("place", &R::place, "File and position"),
                                     gives("reason", &R::reason, "Why")};
};

inline constexpr std::size_t max_problems_told = 1'000;

inline void add_problem(std::vector<Problem>& problems, std::string_view place,
                        std::string_view reason) {
  constexpr std::size_t longest = 300;
  if (problems.size() < max_problems_told)
    problems.push_back({utf8::excerpt(place, longest), utf8::excerpt(reason, longest)});
}

}  // namespace aim::op
