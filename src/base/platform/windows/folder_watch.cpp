// Windows says that something in a folder changed, and not which file: the caller looks at
// everything again. A wait covers 62 folders; where there are more, it ends every two seconds.
// Source: FindFirstChangeNotificationW().
#include "base/folder_watch.h"

#include <windows.h>

namespace aim {
namespace {

constexpr std::chrono::milliseconds between_looks{2'000};

// Windows promises that a handle has 32 bits that count.
HANDLE handle_of(int number) {
  return ::LongToHandle(number);
}

}  // namespace

Result<FolderWatch> FolderWatch::open() {
  const HANDLE wake = ::CreateEventW(nullptr, FALSE, FALSE, nullptr);
  if (!wake)
    return Failure(unavailable("cannot watch folders: the system has no more events", {}));
  return FolderWatch(-1, ::HandleToLong(wake));
}

FolderWatch::FolderWatch(FolderWatch&& other) noexcept
    : changes_(-1),
      wake_(std::exchange(other.wake_, -1)),
      by_path_(std::exchange(other.by_path_, {})) {}

FolderWatch::~FolderWatch() {
  for (const auto& [folder, number] : by_path_) ::FindCloseChangeNotification(handle_of(number));
  if (wake_ != -1)
    ::CloseHandle(handle_of(wake_));
}

Result<void> FolderWatch::add(const std::filesystem::path& folder, bool) {
  constexpr DWORD wanted = FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME |
                           FILE_NOTIFY_CHANGE_SIZE | FILE_NOTIFY_CHANGE_LAST_WRITE;
  if (by_path_.contains(folder))
    return {};
  const HANDLE changes = ::FindFirstChangeNotificationW(folder.c_str(), FALSE, wanted);
  if (changes != INVALID_HANDLE_VALUE)
    by_path_[folder] = ::HandleToLong(changes);
  return {};
}

void FolderWatch::remove(const std::filesystem::path& folder) {
  std::erase_if(by_path_, [&](const auto& each) {
    const bool is_within =
        std::mismatch(folder.begin(), folder.end(), each.first.begin(), each.first.end()).first ==
        folder.end();
    if (is_within)
      ::FindCloseChangeNotification(handle_of(each.second));
    return is_within;
  });
}

void FolderWatch::take(const void*, FolderChanges&) {}

Result<FolderChanges> FolderWatch::wait(std::chrono::milliseconds timeout) {
  std::vector<HANDLE> waiting{handle_of(wake_)};
  for (const auto& [folder, number] : by_path_)
    if (waiting.size() < MAXIMUM_WAIT_OBJECTS - 1)
      waiting.push_back(handle_of(number));
  const bool covers_all = waiting.size() == by_path_.size() + 1;
  const auto time = covers_all ? timeout : std::min(timeout, between_looks);
  const DWORD which = ::WaitForMultipleObjects(static_cast<DWORD>(waiting.size()), waiting.data(),
                                               FALSE, static_cast<DWORD>(time.count()));
  FolderChanges out;
  out.woken = which == WAIT_OBJECT_0;
  out.lost = !out.woken && (which != WAIT_TIMEOUT || !covers_all);
  if (out.lost && which < WAIT_OBJECT_0 + waiting.size() &&
      !::FindNextChangeNotification(waiting[which])) {
    // The folder is gone.
    std::erase_if(by_path_, [&](const auto& each) {
      return handle_of(each.second) == waiting[which] &&
             ::FindCloseChangeNotification(waiting[which]);
    });
  }
  return out;
}

void FolderWatch::wake() const {
  ::SetEvent(handle_of(wake_));
}

}  // namespace aim
