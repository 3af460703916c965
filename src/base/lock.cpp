#include "base/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/platform/system.h"

namespace aim {
namespace {

Failure failed(const std::filesystem::path& file) {
  const std::string reason = std::error_code(errno, std::generic_category()).message();
  return Failure(
      unavailable("cannot lock " + file.string() + ": " + reason, "check the permissions"));
}

// flock() until no signal interrupts it.
bool locked(int descriptor, int how) {
  int result = -1;
  do {
    result = ::flock(descriptor, how);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

}  // namespace

Result<std::optional<FileLock>> FileLock::try_take(const std::filesystem::path& path, int flags) {
  Descriptor opened(::open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (!opened.valid())
    return failed(path);
  if (locked(opened.number(), LOCK_EX | LOCK_NB))
    return std::optional(FileLock(std::move(opened)));
  if (errno != EWOULDBLOCK)
    return failed(path);
  return std::optional<FileLock>();
}

Result<std::optional<FileLock>> FileLock::try_take(const std::filesystem::path& file) {
  return try_take(file, O_RDWR | O_CREAT | O_NOCTTY);
}

Result<std::optional<FileLock>> FileLock::try_take_folder(const std::filesystem::path& folder) {
  if constexpr (this_system == System::windows)  // locks files alone
    return try_take(folder / ".ai-memory.lock");
  return try_take(folder, O_RDONLY | O_DIRECTORY);
}

Result<FileLock> FileLock::take(const std::filesystem::path& file,
                                const std::function<void()>& waiting) {
  if (auto lock = TRY(try_take(file)))
    return std::move(*lock);
  if (waiting)
    waiting();
  Descriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600));
  if (!opened.valid() || !locked(opened.number(), LOCK_EX))
    return failed(file);
  return FileLock(std::move(opened));
}

bool FileLock::is_taken(const std::filesystem::path& file) {
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  return opened.valid() && !locked(opened.number(), LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
}

}  // namespace aim
