// The table of one instruction set, put together from its block (rows.h).
#pragma once
#include "embed/kernels/floats.h"
#include "embed/kernels/matrix.h"
#include "embed/kernels/rows.h"

namespace aim::embed {
namespace {

template <class Block>
constexpr Kernels table_of(const char* name) {
  return {name,
          look_up_bytes,
          look_up_floats,
          to_bytes,
          multiply_in_blocks<Block>,
          multiply_floats,
          add_and_norm,
          gelu,
          gate,
          rotate,
          attend,
          mean_of_unit_length};
}

}  // namespace
}  // namespace aim::embed
