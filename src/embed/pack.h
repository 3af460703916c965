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

}  // namespace aim::embed
