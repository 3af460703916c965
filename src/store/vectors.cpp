#include "store/vectors.h"

#include <algorithm>

namespace aim::store {
namespace {

constexpr int failure_bits = 4;
constexpr std::uint32_t max_failures = (1U << failure_bits) - 1;

}  // namespace

Failed failed_of(const VectorHead& head) {
  return {head.failed & max_failures, head.failed >> failure_bits};
}

std::uint32_t failed_again(const VectorHead& head, std::int64_t minute) {
  const std::uint32_t times = std::min(failed_of(head).times + 1, max_failures);
  const auto next = static_cast<std::uint32_t>(minute + (std::int64_t{1} << times));
  return (next << failure_bits) | times;
}

}  // namespace aim::store
