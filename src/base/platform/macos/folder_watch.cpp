// For systems whose notifications of changed files are not used yet: the callers look at the folder
// every few seconds instead.
#include "base/folder_watch.h"

namespace aim {

Result<FolderWatch> FolderWatch::open() {
  return Failure(unavailable("this system's notifications of changes are not used yet", {}));
}

FolderWatch::FolderWatch(FolderWatch&& other) noexcept = default;
FolderWatch::~FolderWatch() = default;

Result<void> FolderWatch::add(const std::filesystem::path&, bool) {
  return {};
}
void FolderWatch::remove(const std::filesystem::path&) {}
void FolderWatch::take(const void*, FolderChanges&) {}
Result<FolderChanges> FolderWatch::wait(std::chrono::milliseconds) {
  return FolderChanges{};
}
void FolderWatch::wake() const {}

}  // namespace aim
