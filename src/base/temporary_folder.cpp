#include "base/temporary_folder.h"

#include <cstdlib>
#include <utility>

namespace aim {

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  std::string name = (folder / "ai-memory-XXXXXX").string();
  if (error || !::mkdtemp(name.data()))
    return Failure(unavailable("no temporary folder can be made",
                               "name a folder that can be written in TMPDIR"));
  return TemporaryFolder(std::filesystem::path(name));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!path_.empty())
    std::filesystem::remove_all(path_, error);
}

}  // namespace aim
