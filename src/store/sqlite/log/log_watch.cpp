#include "store/sqlite/log/log_watch.h"

#include <algorithm>

namespace aim::store::sqlite {
namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds stop_pause{100};

}  // namespace

std::unique_ptr<LogWatch> LogWatch::of(const std::filesystem::path& database) {
  // The log lies beside the file itself, whatever links lead there.
  std::error_code error;
  const auto file = std::filesystem::weakly_canonical(database, error);
  if (error)
    return nullptr;
  auto watch = FolderWatch::open();
  if (!watch || !watch->add(file.parent_path()) || watch->size() == 0)
    return nullptr;
  return std::unique_ptr<LogWatch>(new LogWatch(std::move(*watch), file.native() + "-wal"));
}

bool LogWatch::wait(std::chrono::milliseconds timeout, const Stop& stop) {
  const auto end = SteadyClock::now() + timeout;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
    if (left.count() <= 0 || (stop && stop()))
      return false;
    const auto told = watch_.wait(std::min(left, stop_pause));
    // A folder that is gone tells of nothing more: whoever asks looks now and then in any case.
    if (!told || told->lost)
      return true;
    if (std::ranges::find(told->changes, log_, &FolderChange::path) != told->changes.end())
      return true;
  }
}

}  // namespace aim::store::sqlite
