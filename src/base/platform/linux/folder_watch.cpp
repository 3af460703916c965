#include "base/folder_watch.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace aim {
namespace {

constexpr std::uint32_t wanted = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM |
                                 IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF |
                                 IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
constexpr std::size_t buffer_bytes = 65'536;

Error cannot_watch() {
  return unavailable("cannot watch folders: " + std::generic_category().message(errno), "");
}

bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const std::string &inner = path.string(), &outer = folder.string();
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
}

}  // namespace

Result<FolderWatch> FolderWatch::open() {
  const int changes = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (changes < 0)
    return Failure(cannot_watch());
  const int wake = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (wake >= 0)
    return FolderWatch(changes, wake);
  const Error error = cannot_watch();
  ::close(changes);
  return Failure(error);
}

FolderWatch::FolderWatch(FolderWatch&& other) noexcept
    : changes_(std::exchange(other.changes_, -1)),
      wake_(std::exchange(other.wake_, -1)),
      by_number_(std::move(other.by_number_)),
      by_path_(std::move(other.by_path_)) {}

FolderWatch::~FolderWatch() {
  for (const int each : {changes_, wake_})
    if (each >= 0)
      ::close(each);
}

Result<void> FolderWatch::add(const std::filesystem::path& folder, bool follow_link) {
  const int number =
      ::inotify_add_watch(changes_, folder.c_str(), wanted & ~(follow_link ? IN_DONT_FOLLOW : 0U));
  if (number < 0)
    return errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP
               ? Result<void>()
               : Result<void>(Failure(cannot_watch()));
  // The same folder under another name: it was moved.
  if (const auto known = by_number_.find(number); known != by_number_.end())
    by_path_.erase(known->second);
  by_number_[number] = folder;
  by_path_[folder] = number;
  return {};
}

void FolderWatch::remove(const std::filesystem::path& folder) {
  for (auto each = by_path_.lower_bound(folder); each != by_path_.end();) {
    if (!each->first.string().starts_with(folder.string()))
      break;
    if (!is_within(each->first, folder)) {
      ++each;
      continue;
    }
    ::inotify_rm_watch(changes_, each->second);
    by_number_.erase(each->second);
    each = by_path_.erase(each);
  }
}

void FolderWatch::take(const void* read, FolderChanges& out) {
  inotify_event event{};
  std::memcpy(&event, read, sizeof(event));
  if ((event.mask & (IN_Q_OVERFLOW | IN_UNMOUNT)) != 0)
    out.lost = true;
  const auto folder = by_number_.find(event.wd);
  if (folder == by_number_.end())
    return;
  if ((event.mask & IN_IGNORED) != 0) {
    by_path_.erase(folder->second);
    by_number_.erase(folder);
    return;
  }
  const bool self = (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF)) != 0;
  if (self)
    return out.changes.push_back({folder->second, true, true});
  if (event.len == 0)
    return;
  const char* name = static_cast<const char*>(read) + sizeof(event);
  out.changes.push_back({folder->second / name, (event.mask & IN_ISDIR) != 0,
                         (event.mask & (IN_DELETE | IN_MOVED_FROM)) != 0});
}

Result<FolderChanges> FolderWatch::wait(std::chrono::milliseconds timeout) {
  std::array<pollfd, 2> waiting{{{changes_, POLLIN, 0}, {wake_, POLLIN, 0}}};
  if (::poll(waiting.data(), waiting.size(), static_cast<int>(timeout.count())) < 0 &&
      errno != EINTR)
    return Failure(cannot_watch());
  FolderChanges out;
  if ((waiting[1].revents & POLLIN) != 0) {
    std::uint64_t times = 0;
    out.woken = ::read(wake_, &times, sizeof(times)) > 0;
  }
  if ((waiting[0].revents & POLLIN) == 0)
    return out;
  alignas(inotify_event) std::array<char, buffer_bytes> buffer;
  const ssize_t size = ::read(changes_, buffer.data(), buffer.size());
  if (size < 0 && errno != EAGAIN && errno != EINTR)
    return Failure(cannot_watch());
  for (std::size_t at = 0;
       size > 0 && at + sizeof(inotify_event) <= static_cast<std::size_t>(size);) {
    const char* event = buffer.data() + at;
    std::uint32_t name_bytes = 0;
    std::memcpy(&name_bytes, event + offsetof(inotify_event, len), sizeof(name_bytes));
    take(event, out);
    at += sizeof(inotify_event) + name_bytes;
  }
  return out;
}

void FolderWatch::wake() const {
  const std::uint64_t once = 1;
  static_cast<void>(!::write(wake_, &once, sizeof(once)));
}

}  // namespace aim
