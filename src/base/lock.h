// One process at a time: a file that is locked as long as this object lives. The system lets go of
// it when a process ends, however it ends, so there are no stale locks. The file stays where it is;
// it says nothing.
#pragma once
#include "base/file.h"

namespace aim {

class FileLock {
 public:
  // Makes the file, 0600, when it is not there. Waits while another holds it, for as long as it
  // takes; `waiting` is called once before that.
  static Result<FileLock> take(const std::filesystem::path& file,
                               const std::function<void()>& waiting = {});
  // The same without waiting: nothing while another holds it.
  static Result<std::optional<FileLock>> try_take(const std::filesystem::path& file);
  // The same for a folder, which is locked itself and gets no file.
  static Result<std::optional<FileLock>> try_take_folder(const std::filesystem::path& folder);
  // Whether somebody holds the lock of a file now. Nobody is kept from taking it by asking.
  static bool is_taken(const std::filesystem::path& file);

 private:
  explicit FileLock(Descriptor opened) : opened_(std::move(opened)) {}
  static Result<std::optional<FileLock>> try_take(const std::filesystem::path& path, int flags);
  Descriptor opened_;
};

}  // namespace aim
