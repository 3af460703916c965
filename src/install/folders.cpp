#include "install/folders.h"

#include <unistd.h>

#include "base/file.h"

namespace aim::install {

std::vector<fs::path> missing_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  for (fs::path at = folder; at.has_relative_path() && !path_exists(at); at = at.parent_path())
    missing.push_back(at);
  std::ranges::reverse(missing);
  return missing;
}

void remove_empty_folders(std::vector<fs::path> folders) {
  // What is in a folder has a longer path.
  std::ranges::sort(folders, std::ranges::greater(),
                    [](const fs::path& folder) { return folder.string().size(); });
  for (const fs::path& folder : folders) ::rmdir(folder.c_str());
}

}  // namespace aim::install
