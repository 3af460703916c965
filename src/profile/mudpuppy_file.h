// Supported values of mudpuppy's own configuration (config.json in its home, key "memory").
// Knows: that file. Must not know: our own configuration, which goes before it.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim::profile {

struct MudpuppyFile {
  std::optional<double> vector_weight, keyword_weight;  // hybridWeights
  std::optional<bool> auto_index;                       // autoIndex
  std::optional<double> index_interval_ms;              // indexInterval
  std::string model;                                    // embeddingModel, without whose it is
  bool no_model = false;                                // embeddingProvider "none"
};
// No file: no values. Errors: it is not a JSON object, a weight is invalid, or the provider is not
// supported; the message names the file.
Result<MudpuppyFile> read_mudpuppy_file(const std::filesystem::path& file);
// Values of its text.
Result<MudpuppyFile> parse_mudpuppy_file(std::string_view text);

}  // namespace aim::profile
