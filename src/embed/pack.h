// Packs a published model, once: the folder as it was downloaded to the file that is mapped from
// then on.
// Knows: folders of models, the packed file. Must not know: where models come from, configuration.
// Weights become bytes with the help of a few hundred sentences of our own, which are run through
// the model in floating point to see how large its inner values are. All-MiniLM-L6-v2: about two
// seconds, 300 MB of memory.
// Threads: all functions from any thread; two at once for one file leave the last one's. Errors:
// validation_failed or not_found for the folder, unavailable where the file cannot be written.
// Source: B5; docs/decisions/0006.
#pragma once
#include <filesystem>

#include "embed/weights.h"

namespace aim::embed {

struct PackOptions {
  std::string name;                            // of the model; the folder's when empty
  std::optional<ModelUse> use;                 // unset: as the folder says, as far as it does
  Precision precision = Precision::bytes;      // floats: the yardstick, four times as large
  std::uint32_t max_tokens = 0;                // 0: 256, or 2048 with rotary positions
  std::function<void(double share)> progress;  // from 0 to 1; may be empty
};

// Written beside `packed`, then renamed.
Result<void> pack_model(const std::filesystem::path& folder, const std::filesystem::path& packed,
                        const PackOptions& options);

// A few hundred plain sentences about many things, written for this program: what a model is
// measured on when its weights become bytes. Changing one changes every packed file a little: the
// engine's name in pack.cpp then changes too.
std::span<const std::string_view> sentences();

// One matrix as the kernels want it: its rows in groups of sixteen, as floats or as bytes with
// smoothing (SmoothQuant, alpha 0.5): an input that is large on real texts is made smaller, and its
// weights larger by as much, so that both lose little when they become bytes.
struct Matrix {
  std::size_t outputs = 0, depth = 0;
  std::vector<float> weights;  // [outputs][depth]
  std::vector<float> bias;     // [outputs]
};

// The five sections of a linear. `largest_inputs`: of each input, its largest absolute value on
// real texts; for bytes only.
void add_linear(WeightsWriter& writer, const Matrix& matrix, Precision precision,
                std::span<const float> largest_inputs);

// The two sections of a table of rows: bytes and what a step of each row is worth, or floats and
// nothing.
void add_table(WeightsWriter& writer, const std::vector<float>& table, std::size_t width,
               Precision precision);

}  // namespace aim::embed
