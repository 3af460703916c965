#include "store/search.h"

#include <algorithm>

namespace aim::store {
namespace {

constexpr int failure_bits = 4;
constexpr std::uint32_t max_failures = (1U << failure_bits) - 1;

}  // namespace

bool is_named(std::int64_t name_space, std::span<const std::int64_t> name_spaces) {
  return name_spaces.empty() || std::ranges::find(name_spaces, name_space) != name_spaces.end();
}

void keep_best(std::vector<Scored>& ranked, std::size_t most) {
  if (ranked.size() <= most)
    return;
  if (most == 0)
    return ranked.clear();
  const auto last = ranked.begin() + static_cast<std::ptrdiff_t>(most - 1);
  std::ranges::nth_element(ranked, last, {}, &Scored::bm25);
  const double worst = last->bm25;
  std::erase_if(ranked, [&](const Scored& each) { return each.bm25 > worst; });
}

Failed failed_of(const VectorHead& head) {
  return {head.failed & max_failures, head.failed >> failure_bits};
}

std::uint32_t failed_again(const VectorHead& head, std::int64_t minute) {
  const std::uint32_t times = std::min(failed_of(head).times + 1, max_failures);
  const auto next = static_cast<std::uint32_t>(minute + (std::int64_t{1} << times));
  return (next << failure_bits) | times;
}

}  // namespace aim::store
