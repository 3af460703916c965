// Which kernels this processor can run.
#pragma once
#include <span>
#include <string_view>

#include "embed/kernels/kernels.h"

namespace aim::embed {

// Fastest first; the last one is "plain".
std::span<const Kernels* const> usable_kernels();

inline const Kernels& best_kernels() {
  return *usable_kernels().front();
}

// Null when there is none of the name, or this processor cannot run it.
const Kernels* kernels_named(std::string_view name);

}  // namespace aim::embed
