// Memories that the programs keep whose profiles we have: their users begin empty here; the
// sentences say how to take them in.
// Knows: the places of those programs. Must not know: their formats.
#pragma once
#include <filesystem>

#include "base/std.h"

namespace aim::app {

// A sentence for each place that holds something.
std::vector<std::string> told_of_originals();

// The file of the official server-memory: MEMORY_FILE_PATH, or where its package keeps it, of
// several the one written last. Empty: it was not found.
std::filesystem::path server_memory_file();

}  // namespace aim::app
