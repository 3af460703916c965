// A new folder among those for temporary files (TMPDIR, /tmp), for this user alone, that goes with
// all that is in it when the object does.
// Threads: one at a time.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim {

class TemporaryFolder {
 public:
  // Errors: unavailable where none can be made.
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;  // empty: handed on
};

}  // namespace aim
