#include "base/sync_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/descriptor.h"

namespace aim {

// File systems that cannot sync a folder say EINVAL.
bool sync_folder(const std::filesystem::path& folder) {
  const Descriptor opened(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.valid() && (::fsync(opened.number()) == 0 || errno == EINVAL);
}

}  // namespace aim
