// Text files that are memories, for profiles (engine/memory_files.h).
#pragma once
#include "engine/memory_files.h"

namespace aim::op {

using engine::change_memory_files;
using engine::memory_folder;
using engine::MemoryFile;
using engine::MemoryFiles;
using engine::read_memory_files;

}  // namespace aim::op
