// The tensors of a published model, put together to the parts of a layer, whatever each shape calls
// them.
// Knows: the names of tensors. Must not know: how they are packed.
// Threads: all functions from any thread. Errors: those of TensorFile.
#pragma once
#include <vector>

#include "embed/model_folder.h"
#include "embed/pack_linear.h"

namespace aim::embed {

struct NormNumbers {
  std::vector<float> gain, shift;
};

struct LayerNumbers {
  Matrix project, mix, widen, narrow;
  NormNumbers after_attention, after_inner;
};
Result<LayerNumbers> read_layer(const ModelFolder& folder, std::size_t layer);

struct TableNumbers {
  std::vector<float> tokens;  // [vocabulary][width]
  std::vector<float>
      positions;  // [positions][width], the type of token added; one row with rotary positions
  std::vector<float> turns;  // cosines, then sines, [positions][head_width/2]; rotary only
  NormNumbers first;
};
Result<TableNumbers> read_tables(const ModelFolder& folder);

}  // namespace aim::embed
