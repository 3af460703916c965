// What an import takes in, and what it says of it (export_import.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/vectors/embeddings.h"
#include "memory/memory.h"
#include "store/new_memory.h"

namespace aim::engine {

// One memory of an import, and its place in the document for reports.
struct ImportItem {
  std::size_t index = 0;
  Memory memory;  // id and times may be empty: they are made then
  // By prepare_import(), unless it is left to import_memories().
  std::optional<store::CutMemory> cut = {};
  TextVectors of_table = {};
};
struct ImportError {
  std::size_t index = 0;
  std::string reason;
};
struct ImportReport {
  std::int64_t imported = 0;
  std::vector<ImportError> errors;
  // Imported ids whose memory lives on under another, because its title was there already; links
  // and standards follow.
  std::unordered_map<std::string, std::string> survivors;
};

}  // namespace aim::engine
