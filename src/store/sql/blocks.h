// How slots of passages lie together: the backends that keep them in SQL read and tell of so many
// at once.
#pragma once
#include "store/types.h"

namespace aim::store {

inline constexpr Slot slots_a_block = 64;

constexpr Block block_of(Slot slot) {
  return {slot - slot % slots_a_block, slots_a_block};
}
// By its number: the first is 0.
constexpr Block block_at(std::int64_t number) {
  return {number * slots_a_block, slots_a_block};
}

}  // namespace aim::store
