// Folders that an installation makes on the way to a file, and takes away again when nothing is in
// them.
// Knows: paths. Must not know: which file it is for.
#pragma once
#include <filesystem>

#include "base/std.h"

namespace aim::install {

// Of a folder and those above it, what is not there; the outermost first.
std::vector<std::filesystem::path> missing_folders(const std::filesystem::path& folder);

// Removes those that are empty; what is in the others stays, and so do links to folders.
void remove_empty_folders(std::vector<std::filesystem::path> folders);

}  // namespace aim::install
