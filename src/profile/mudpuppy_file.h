// What mudpuppy's own configuration (config.json in its home, key "memory") says that counts here.
// Knows: that file. Must not know: our own configuration, which goes before it.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace aim::profile {

struct MudpuppyFile {
  std::optional<double> vector_weight, keyword_weight;  // hybridWeights
  std::optional<bool> auto_index;                       // autoIndex
  std::optional<double> index_interval_ms;              // indexInterval
  std::string model;                                    // embeddingModel, without whose it is
  bool no_model = false;                                // embeddingProvider "none"
};
// No file: nothing is said. Errors: it is no JSON object, a weight is none, or it wants a provider
// that there is not here; the sentence names the file.
Result<MudpuppyFile> read_mudpuppy_file(const std::filesystem::path& file);
// Of its text.
Result<MudpuppyFile> parse_mudpuppy_file(std::string_view text);

}  // namespace aim::profile
