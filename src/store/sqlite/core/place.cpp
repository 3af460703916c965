#include "store/sqlite/core/place.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace aim::store::sqlite {
namespace {

namespace fs = std::filesystem;

// https://www.sqlite.org/fileformat2.html, sections 1.3 and 4.1.
constexpr std::string_view magic("SQLite format 3\0", 16);
constexpr std::size_t header_bytes = 100, changes_at = 24, pages_at = 28, schema_at = 40;
constexpr std::size_t log_header_bytes = 32, frame_header_bytes = 24;
constexpr std::size_t max_page_bytes = 65'536;
constexpr std::uint32_t log_magic = 0x377f0682;

using FileHeader = std::array<unsigned char, header_bytes>;

std::uint32_t number_at(const unsigned char* bytes, std::size_t at) {
  return static_cast<std::uint32_t>(bytes[at]) << 24U |
         static_cast<std::uint32_t>(bytes[at + 1]) << 16U |
         static_cast<std::uint32_t>(bytes[at + 2]) << 8U | bytes[at + 3];
}

bool has_magic(const FileHeader& header) {
  return std::string_view(reinterpret_cast<const char*>(header.data()), magic.size()) == magic;
}

// These numbers go round.
bool is_before(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int32_t>(a - b) < 0;
}

// By SQLite's own descriptor: closing another one of the file would drop the locks of the whole process.
std::optional<FileHeader> header_of(sqlite3* database) {
  sqlite3_file* file = nullptr;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
      !file || !file->pMethods)
    return std::nullopt;
  FileHeader header{};
  if (file->pMethods->xRead(file, header.data(), static_cast<int>(header.size()), 0) != SQLITE_OK)
    return std::nullopt;
  return header;
}

std::uint32_t page_size_of(const FileHeader& header) {
  constexpr std::size_t page_size_at = 16;
  const std::uint32_t size = number_at(header.data(), page_size_at) >> 16U;
  return size <= 1 ? static_cast<std::uint32_t>(max_page_bytes) : size;
}

// As far as the file reaches, whatever its header says.
std::uint32_t pages_of(sqlite3* database) {
  sqlite3_file* file = nullptr;
  const auto header = header_of(database);
  sqlite3_int64 bytes = 0;
  if (!header ||
      sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
      file->pMethods->xFileSize(file, &bytes) != SQLITE_OK)
    return 0;
  return static_cast<std::uint32_t>(static_cast<std::size_t>(bytes) / page_size_of(*header));
}

std::string path_of(sqlite3* database) {
  const char* path = sqlite3_db_filename(database, "main");
  return path ? path : "";
}

class LogFile {
 public:
  explicit LogFile(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile() {
    if (number_ >= 0)
      ::close(number_);
  }
  bool read(std::span<unsigned char> into, std::uint64_t at) const {
    return number_ >= 0 && ::pread(number_, into.data(), into.size(), static_cast<off_t>(at)) ==
                               static_cast<ssize_t>(into.size());
  }

 private:
  int number_;
};

// The checksum of the log, as far as it has come.
class Checksum {
 public:
  explicit Checksum(bool big_endian) : big_endian_(big_endian) {}

  void add(std::span<const unsigned char> bytes) {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
      first_ += word(bytes, at) + second_;
      second_ += word(bytes, at + 4) + first_;
    }
  }
  bool is(std::uint32_t first, std::uint32_t second) const {
    return first == first_ && second == second_;
  }

 private:
  std::uint32_t word(std::span<const unsigned char> bytes, std::size_t at) const {
    const std::uint32_t number = number_at(bytes.data(), at);
    return big_endian_ ? number : __builtin_bswap32(number);
  }

  bool big_endian_;
  std::uint32_t first_ = 0, second_ = 0;
};

using LogHeader = std::array<unsigned char, log_header_bytes>;

// The change counters of the first page, of the first and the last commit of the log that has one.
struct LogChanges {
  LogHeader header{};
  std::optional<std::uint32_t> first, last;
  std::uint32_t pages = 0;            // of the file after the last commit
  std::set<std::uint32_t> new_pages;  // in the log, and beyond the end of the file
  // Of the first commit: whether every page of the database is in it, which is then as old as the log.
  bool begins_whole = false;
};

// Takes what a log holds, frame by frame.
using TakeFrame = std::function<void(std::uint32_t page, std::span<const unsigned char> content)>;

// `closely`: what a crash has left half written is told from commits; reads every byte, and `take` gets it.
LogChanges changes_in(const LogFile& log, std::uint32_t file_pages, bool closely,
                      const TakeFrame& take = {}) {
  LogChanges found;
  const LogHeader& header = found.header;
  if (!log.read(found.header, 0) || (number_at(header.data(), 0) & ~1U) != log_magic)
    return found;
  const std::size_t page = number_at(header.data(), 8);
  Checksum sum((number_at(header.data(), 0) & 1U) != 0);
  sum.add(std::span(header).first(24));
  std::vector<unsigned char> content(std::min(page, max_page_bytes));
  std::array<unsigned char, frame_header_bytes> frame{};
  std::optional<std::uint32_t> changes;
  std::set<std::uint32_t> first_pages;
  for (std::uint64_t at = log_header_bytes; log.read(frame, at); at += frame.size() + page) {
    // Frames of an earlier round have other salts.
    if (number_at(frame.data(), 8) != number_at(header.data(), 16) ||
        number_at(frame.data(), 12) != number_at(header.data(), 20))
      break;
    const bool is_first_page = number_at(frame.data(), 0) == 1;
    if ((closely || is_first_page) && !log.read(content, at + frame.size()))
      break;
    if (closely) {
      sum.add(std::span(frame).first(8));
      sum.add(content);
      if (!sum.is(number_at(frame.data(), 16), number_at(frame.data(), 20)))
        break;
    }
    if (is_first_page)
      changes = number_at(content.data(), changes_at);
    if (closely && take)
      take(number_at(frame.data(), 0), content);
    if (found.pages == 0)
      first_pages.insert(number_at(frame.data(), 0));
    if (number_at(frame.data(), 0) > file_pages)
      found.new_pages.insert(number_at(frame.data(), 0));
    const bool is_commit = number_at(frame.data(), 4) != 0;
    if (is_commit && found.pages == 0)
      found.begins_whole = first_pages.size() == number_at(frame.data(), 4);
    if (is_commit)
      found.pages = number_at(frame.data(), 4);
    if (!is_commit || !changes)
      continue;
    found.last = changes;
    if (!found.first)
      found.first = changes;
  }
  return found;
}

// Before it is moved into the file, the first change in the log follows on the file's own; while it is, the file has one of
// them.
bool can_be_of(const LogChanges& log, const FileHeader& file, std::uint32_t file_pages) {
  // Every page that the file has not got yet is in the log; but for the one that holds SQLite's locks and nothing else.
  const auto missing = std::int64_t{log.pages} - file_pages - 1;
  const auto end = log.new_pages.upper_bound(log.pages);
  if (missing > std::distance(log.new_pages.begin(), end))
    return false;
  if (!log.first)
    return true;
  const auto own = number_at(file.data(), changes_at);
  return !is_before(own, *log.first - 1) && !is_before(*log.last, own);
}

// What a file holds, sector by sector: which of it a log has, too.
class Sectors {
 public:
  Sectors(sqlite3* database, std::uint32_t page_bytes, std::uint32_t pages)
      : page_bytes_(page_bytes), content_(std::size_t{page_bytes} * pages) {
    sqlite3_file* file = nullptr;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
        file->pMethods->xRead(file, content_.data(), static_cast<int>(content_.size()), 0) !=
            SQLITE_OK)
      content_.clear();
    known_.resize(content_.size() / sector_bytes);
  }

  void take(std::uint32_t page, std::span<const unsigned char> content) {
    const std::size_t begin = std::size_t{page - 1} * page_bytes_;
    if (page == 0 || begin + content.size() > content_.size())
      return;
    for (std::size_t at = 0; at < content.size(); at += sector_bytes)
      if (std::ranges::equal(content.subspan(at, sector_bytes), sector(begin + at)))
        known_[(begin + at) / sector_bytes] = true;
  }

  // Pages with something in them that the log never had.
  std::size_t strange_pages() const {
    std::set<std::size_t> pages;
    for (std::size_t i = 0; i < known_.size(); ++i)
      if (!known_[i] && !std::ranges::all_of(sector(i * sector_bytes),
                                             [](unsigned char byte) { return byte == 0; }))
        pages.insert(i * sector_bytes / page_bytes_);
    return pages.size();
  }

 private:
  static constexpr std::size_t sector_bytes = 512;

  std::span<const unsigned char> sector(std::size_t at) const {
    return std::span(content_).subspan(at, sector_bytes);
  }

  std::uint32_t page_bytes_;
  std::vector<unsigned char> content_;
  std::vector<bool> known_;
};

// A log that has been there since its file was made holds every state of every page. A file that has been changed since its
// making then has been changed from this log: whatever a power cut did meanwhile, each sector is one of the log's, or was never
// written. Numbers of changes alone would not tell two young databases apart.
bool has_whole_log_of_another(sqlite3* database, const LogFile& log, const LogChanges& found,
                              const FileHeader& own, std::uint32_t pages) {
  constexpr std::uint32_t changes_when_made = 1, max_bytes = 64 * 1'024 * 1'024;
  // A page or two more than that is doubt, and in doubt the log is read.
  constexpr std::size_t max_strange = 2;
  if (!found.begins_whole || found.first != changes_when_made + 1 ||
      pages > max_bytes / page_size_of(own) ||
      number_at(own.data(), changes_at) == changes_when_made)
    return false;
  Sectors sectors(database, page_size_of(own), pages);
  changes_in(log, pages, true, [&](std::uint32_t page, std::span<const unsigned char> content) {
    sectors.take(page, content);
  });
  return sectors.strange_pages() > max_strange;
}

}  // namespace

std::optional<FileId> file_id(const fs::path& file) {
  struct statx status {};
  if (::statx(AT_FDCWD, file.c_str(), 0, STATX_INO | STATX_BTIME, &status) != 0)
    return std::nullopt;
  FileId id{makedev(status.stx_dev_major, status.stx_dev_minor), status.stx_ino, 0};
  if ((status.stx_mask & STATX_BTIME) != 0)
    id.born = status.stx_btime.tv_sec * 1'000'000'000 + status.stx_btime.tv_nsec;
  return id;
}

bool Place::is_kept(sqlite3* database) {
  const std::string path = path_of(database);
  if (path.empty())
    return true;
  int moved = 0;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved != 0)
    return false;
  const auto log = file_id(path + "-wal");
  if (!log_)
    log_ = log;
  return log == log_ && header_is_kept(database);
}

bool Place::header_is_kept(sqlite3* database) {
  const auto header = header_of(database);
  // A new database has none until its first commit is moved out of the log.
  if (!header)
    return !header_;
  const FileHeader& bytes = *header;
  if (!has_magic(bytes))
    return false;
  const auto changes = number_at(bytes.data(), changes_at),
             pages = number_at(bytes.data(), pages_at), schema = number_at(bytes.data(), schema_at);
  // A vacuum makes a file smaller, and counts as a change of its schema.
  const bool is_smaller = header_ && pages < header_->pages && schema == header_->schema;
  if (header_ &&
      (is_smaller || is_before(changes, header_->changes) || is_before(schema, header_->schema)))
    return false;
  header_ = Header{changes, pages, schema};
  return true;
}

bool log_fits(sqlite3* database) {
  const std::string path = path_of(database);
  if (path.empty())
    return true;
  const LogFile log(path + "-wal");
  // Others may be writing: only what stays the same around the look is believed.
  constexpr int max_looks = 3;
  for (int look = 0; look < max_looks; ++look) {
    const auto own = header_of(database);
    const auto pages = pages_of(database);
    if (!own || !has_magic(*own))
      return true;
    LogChanges changes = changes_in(log, pages, false);
    bool fits = can_be_of(changes, *own, pages);
    if (!fits) {
      changes = changes_in(log, pages, true);
      fits = can_be_of(changes, *own, pages);
    }
    if (fits && !has_whole_log_of_another(database, log, changes, *own, pages))
      return true;
    if (changes_in(log, pages, true).header == changes.header && header_of(database) == own &&
        pages_of(database) == pages)
      return false;
  }
  return true;
}

fs::path set_log_aside(const fs::path& database) {
  const std::string log = database.native() + "-wal";
  std::error_code error;
  if (!fs::exists(log, error))
    return {};
  if (fs::file_size(log, error) == 0 && !error) {
    fs::remove(log, error);
    fs::remove(database.native() + "-shm", error);
    return {};
  }
  constexpr int max_names = 1'000;
  for (int number = 1; number <= max_names; ++number) {
    const std::string aside = log + ".of-another-file-" + std::to_string(number);
    if (fs::exists(aside, error))
      continue;
    fs::rename(log, aside, error);
    if (error)
      return {};
    fs::remove(database.native() + "-shm", error);
    return aside;
  }
  return {};
}

}  // namespace aim::store::sqlite
