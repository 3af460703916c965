// Changes in folders, as the system reports them: Linux names what changed, Windows only the
// folder. A folder is watched by itself, not what lies in the folders within it. Symbolic links are
// followed where a caller says so.
// Knows: the system. Must not know: what the files are for.
// Threads: one, but for wake().
#pragma once
#include <chrono>
#include <filesystem>
#include <unordered_map>

#include "base/result.h"

namespace aim {

struct FolderChange {
  std::filesystem::path path;
  bool is_folder = false;
  bool gone = false;  // removed, or moved away; else new or written
};
struct FolderChanges {
  std::vector<FolderChange> changes;
  bool lost = false;   // some were not told: only a look at everything helps
  bool woken = false;  // by wake()
};

class FolderWatch {
 public:
  // Errors: unavailable, when the system has no more of them, or none.
  static Result<FolderWatch> open();
  FolderWatch(FolderWatch&& other) noexcept;
  FolderWatch& operator=(FolderWatch&&) = delete;
  ~FolderWatch();

  // Again: nothing changes. A folder that is not there (any more) is no error. Errors: unavailable:
  // the system allows no more watches.
  Result<void> add(const std::filesystem::path& folder, bool follow_link = false);
  // It and all within it.
  void remove(const std::filesystem::path& folder);
  std::size_t size() const { return by_path_.size(); }

  // Waits for a change, up to `timeout`; then reads a bounded number of changes. Errors:
  // unavailable.
  Result<FolderChanges> wait(std::chrono::milliseconds timeout);
  // Ends a wait, this one or the next. From any thread.
  void wake() const;

 private:
  FolderWatch(int changes, int wake) : changes_(changes), wake_(wake) {}
  void take(const void* event, FolderChanges& out);

  [[maybe_unused]] int changes_, wake_;
  std::unordered_map<int, std::filesystem::path> by_number_;
  std::map<std::filesystem::path, int> by_path_;
};

}  // namespace aim
