// The table of one instruction set, put together: its file includes this last, after its own
// multiply_bytes().
#pragma once
#include "embed/kernels/floats.h"
#include "embed/kernels/matrix.h"

namespace aim::embed {
namespace {

constexpr Kernels table_named(const char* name) {
  return {name,           look_up_bytes,   look_up_floats, to_bytes,
          multiply_bytes, multiply_floats, add_and_norm,   gelu,
          gate,           rotate,          attend,         mean_of_unit_length};
}

}  // namespace
}  // namespace aim::embed
