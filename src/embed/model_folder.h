// The folder of a published model: its configuration, vocabulary and weights, as files of
// strangers.
// Knows: the names and forms that model hubs use. Must not know: our packed file.
// Threads: all functions from any thread. Errors: validation_failed or not_found, naming the file.
// Source: B5.
#pragma once
#include <filesystem>
#include <string>

#include "embed/mapped_file.h"
#include "embed/safetensors.h"
#include "embed/weights.h"

namespace aim::embed {

struct ModelFolder {
  Geometry geometry;  // positions: as many as there are, until the packer wants fewer
  std::uint32_t positions_published = 0;
  float rotary_base = 0;  // of nomic's shape
  ModelUse use;
  std::string vocabulary;  // as it goes into the packed file
  MappedFile weights;
  TensorFile tensors;  // over `weights`
};

Result<ModelFolder> read_model_folder(const std::filesystem::path& folder);

}  // namespace aim::embed
