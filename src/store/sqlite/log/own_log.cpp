#include "store/sqlite/log/own_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>

#include "base/file.h"
#include "store/sqlite/core/file_bytes.h"
#include "store/sqlite/core/place.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t log_header_bytes = 32, frame_header_bytes = 24;
constexpr std::uint32_t log_magic = 0x377f0682;

bool read_at(const Descriptor& file, std::span<unsigned char> into, std::uint64_t at) {
  return file.valid() && ::pread(file.number(), into.data(), into.size(), static_cast<off_t>(at)) ==
                             static_cast<ssize_t>(into.size());
}

bool has_magic_of_log(const std::array<unsigned char, log_header_bytes>& header) {
  return (number_at(header.data(), 0) & ~1U) == log_magic;
}

// In doubt it fits.
bool fits(sqlite3* database, const LogMarks& log, std::uint32_t page_bytes) {
  if (log.marks.empty())
    return true;
  const std::uint32_t page = page_of_mark(database, page_bytes);
  const auto own = mark_in(page_of(database, page_bytes, page));
  if (!own)
    return true;
  if (own->database != log.marks.front().database)
    return false;
  // A vacuum has moved the table: which of its rows the log has is not known.
  return page != log.page || own->now == log.marks.front().before ||
         std::ranges::find(log.marks, own->now, &FileMark::now) != log.marks.end();
}

}  // namespace

LogMarks marks_in_log(const std::string& path) {
  LogMarks found;
  const Descriptor log(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const auto& header = found.header;
  if (!read_at(log, found.header, 0) || !has_magic_of_log(header))
    return found;
  const std::size_t page = number_at(header.data(), 8);
  if (page < smallest_page_bytes || page > max_page_bytes || (page & (page - 1)) != 0)
    return found;  // SQLite reads no such log either
  std::vector<unsigned char> content(page);
  std::array<unsigned char, frame_header_bytes> frame{};
  for (std::uint64_t at = log_header_bytes; read_at(log, frame, at); at += frame.size() + page) {
    // Frames of an earlier round have other salts.
    if (number_at(frame.data(), 8) != number_at(header.data(), 16) ||
        number_at(frame.data(), 12) != number_at(header.data(), 20))
      break;
    const std::uint32_t number = number_at(frame.data(), 0);
    if (!found.marks.empty() && number != found.page)
      continue;
    if (!read_at(log, content, at + frame.size()))
      break;
    auto mark = mark_in(content);
    if (!mark)
      continue;
    found.page = number;
    found.marks.push_back(std::move(*mark));
  }
  return found;
}

bool is_headless(const std::string& log) {
  std::array<unsigned char, log_header_bytes> header{};
  return read_at(Descriptor(::open(log.c_str(), O_RDONLY | O_CLOEXEC)), header, 0) &&
         !has_magic_of_log(header);
}

bool log_fits(sqlite3* database) {
  const std::string path = path_of(database);
  if (path.empty())
    return true;
  // A process that has this log open will record the loss.
  if (is_headless(path + "-wal"))
    return is_used_by_others(database);
  // Others may be writing, or end this log and begin another: only what stays the same around the
  // look is believed.
  constexpr int max_looks = 3;
  for (int look = 0; look < max_looks; ++look) {
    const auto id = file_id(path + "-wal");
    const auto own = header_of(database);
    if (!own || !has_magic(*own))
      return true;
    const LogMarks log = marks_in_log(path + "-wal");
    if (fits(database, log, page_size_of(*own)))
      return true;
    if (id && marks_in_log(path + "-wal").header == log.header && header_of(database) == own &&
        file_id(path + "-wal") == id)
      return false;
  }
  return true;
}

fs::path set_log_aside(const fs::path& database, Index index) {
  const std::string log = database.string() + "-wal";
  std::error_code error;
  if (!fs::exists(log, error))
    return {};
  const auto drop_index = [&] {
    if (index == Index::dropped)
      fs::remove(database.string() + "-shm", error);
  };
  if (fs::file_size(log, error) == 0 && !error) {
    fs::remove(log, error);
    drop_index();
    return {};
  }
  for (int number = 1; number <= max_names_aside; ++number) {
    const std::string aside = name_of_log_aside(database, number);
    if (fs::exists(aside, error))
      continue;
    fs::rename(log, aside, error);
    if (error)
      return {};
    drop_index();
    return aside;
  }
  return {};
}

LogSync::~LogSync() {
  {
    const Lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void LogSync::note_write() {
  const Lock lock(mutex_);
  if (waits_)
    return;
  waits_ = true;
  if (thread_.joinable())
    changed_.notify_all();
  else
    thread_ = std::thread([this] { work(); });
}

void LogSync::work() {
  Lock lock(mutex_);
  while (!ending_ || waits_) {
    while (!waits_ && !ending_) changed_.wait(lock);
    if (!waits_)
      break;
    const auto until = std::chrono::steady_clock::now() + log_sync_after;
    while (!ending_ && changed_.wait_until(lock, until) == std::cv_status::no_timeout) {
    }
    // What is written from here on waits for the next time.
    waits_ = false;
    lock.unlock();
    sync();
    lock.lock();
  }
}

// A log that is gone was moved into the database, which is synced with that. No lock of SQLite's is
// on this file, so that closing it drops none. The name of a new log is synced with its header.
void LogSync::sync() {
  const Descriptor log(::open(log_.c_str(), O_RDWR | O_CLOEXEC));  // some sync only what they write
  if (log.valid())
    ::fdatasync(log.number());
}

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
  return std::unique_ptr<LogWatch>(new LogWatch(std::move(*watch), file.string() + "-wal"));
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
