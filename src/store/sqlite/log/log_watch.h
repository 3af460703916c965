// Hears of the commits of all processes on a database file: each writes its log beside the file,
// and the kernel tells of that.
// Threads: one at a time.
#pragma once
#include <filesystem>
#include <memory>

#include "base/folder_watch.h"
#include "store/maintenance.h"

namespace aim::store::sqlite {

class LogWatch final : public ChangeSignal {
 public:
  // Null where the system cannot watch: somebody has to look again and again then.
  static std::unique_ptr<LogWatch> of(const std::filesystem::path& database);
  bool wait(std::chrono::milliseconds timeout, const Stop& stop) override;

 private:
  LogWatch(FolderWatch watch, std::filesystem::path log)
      : watch_(std::move(watch)), log_(std::move(log)) {}

  FolderWatch watch_;
  const std::filesystem::path log_;
};

}  // namespace aim::store::sqlite
