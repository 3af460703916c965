// The outcome of a sync over a folder (folder_sync.h). Plain data.
#pragma once
#include "base/std.h"

namespace aim::engine {

struct FolderReport {
  std::int64_t pieces_sent = 0, pieces_taken = 0;
  std::int64_t added = 0, changed = 0, removed = 0, links = 0;
  std::vector<std::string> waiting;  // names of files that are not there yet, or not whole
  std::vector<std::string> refused;  // names of files that differ from their card, or do not
                                     // belong to the group
};

// Once each, and not very many.
inline void add_name(std::vector<std::string>& names, const std::string& file) {
  constexpr std::size_t most_named = 20;
  if (names.size() < most_named && std::ranges::find(names, file) == names.end())
    names.push_back(file);
}

}  // namespace aim::engine
