#include "store/words.h"

#include <algorithm>

namespace aim::store {

bool is_named(std::int64_t name_space, std::span<const std::int64_t> name_spaces) {
  return name_spaces.empty() || std::ranges::find(name_spaces, name_space) != name_spaces.end();
}

void keep_best(std::vector<Ranked>& ranked, std::size_t most) {
  if (ranked.size() <= most)
    return;
  if (most == 0)
    return ranked.clear();
  const auto last = ranked.begin() + static_cast<std::ptrdiff_t>(most - 1);
  std::ranges::nth_element(ranked, last, {}, &Ranked::bm25);
  const double worst = last->bm25;
  std::erase_if(ranked, [&](const Ranked& each) { return each.bm25 > worst; });
}

}  // namespace aim::store
