#include "store/sqlite/core/place.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cstring>

#include "base/file.h"
#include "base/platform/file_system.h"
#include "base/platform/system.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/core/file_bytes.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t changes_at = 24, pages_at = 28, schema_at = 40;  // in the header

// These numbers go round.
bool is_before(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int32_t>(a - b) < 0;
}

constexpr std::uint64_t log_header_bytes = 32;
constexpr std::uint64_t min_index_bytes = 32'768;

FileId id_of(const FileFacts& file) {
  return {file.device, file.inode, file.born};
}

sqlite3_file* open_log(sqlite3* database) {
  sqlite3_file* log = nullptr;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK)
    return nullptr;
  return log && log->pMethods ? log : nullptr;
}

// What tells a log from the one before in the same file; nothing: it has no header.
std::optional<std::uint64_t> salts_of_log(sqlite3* database) {
  constexpr std::uint32_t magic = 0x377f0682;
  std::array<unsigned char, log_header_bytes> header{};
  sqlite3_file* log = open_log(database);
  if (!log || log->pMethods->xRead(log, header.data(), log_header_bytes, 0) != SQLITE_OK ||
      (number_at(header.data(), 0) & ~1U) != magic)
    return std::nullopt;
  return std::uint64_t{number_at(header.data(), 16)} << 32U | number_at(header.data(), 20);
}

// Whether an empty log may be one: whoever has moved all of a log into the file may cut it to
// nothing. Otherwise the index knows of pages in it that cannot be read; the row that is changed
// with every log (file_mark.h) is among them.
bool may_be_empty(sqlite3* database) {
  sqlite3_db_release_memory(database);
  const int done = sqlite3_exec(database, "SELECT mark FROM file_mark WHERE number = 1", nullptr,
                                nullptr, nullptr);
  const int kind = done & 0xff;
  return kind != SQLITE_IOERR && kind != SQLITE_CORRUPT && kind != SQLITE_NOTADB;
}

// Whether somebody has found that the file is another than the log's, and has put the log away.
bool is_set_aside(const std::string& database, const FileId& log) {
  for (int number = 1; number <= max_names_aside; ++number) {
    const auto id = file_id(name_of_log_aside(database, number));
    if (!id || *id == log)
      return id.has_value();
  }
  return false;
}

}  // namespace

std::optional<FileId> file_id(const std::filesystem::path& file) {
  const auto found = file_facts(file);
  return found ? std::optional(id_of(*found)) : std::nullopt;
}

std::string name_of_log_aside(const std::filesystem::path& database, int number) {
  return database.string() + "-wal.of-another-file-" + std::to_string(number);
}

void Place::put_other_log_away(sqlite3* database) const {
  const std::string name = path_of(database) + "-wal";
  const auto other = file_facts(name);
  std::error_code error;
  if (other && other->bytes > 0 && id_of(*other) != log_)
    std::filesystem::rename(name, name + ".replaced", error);
}

std::optional<std::uint64_t> open_log_bytes(sqlite3* database) {
  sqlite3_file* log = open_log(database);
  sqlite3_int64 bytes = 0;
  if (!log || log->pMethods->xFileSize(log, &bytes) != SQLITE_OK)
    return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

// By the lock that SQLite takes to learn whether it closes a log as the last.
bool is_used_by_others(sqlite3* database) {
  sqlite3_file* file = file_of(database);
  if (!file)
    return false;
  const auto& use = *file->pMethods;
  const bool is_alone = use.xLock(file, SQLITE_LOCK_SHARED) == SQLITE_OK &&
                        use.xLock(file, SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK;
  use.xUnlock(file, SQLITE_LOCK_NONE);
  return !is_alone;
}

bool is_log_of_index(sqlite3* database) {
  constexpr std::size_t index_header_bytes = 48, frame_header_bytes = 24;
  constexpr std::size_t page_size_at = 14, frames_at = 16, checksum_at = 24, salts_at = 32;
  std::array<unsigned char, index_header_bytes> index{};
  sqlite3_file* log = open_log(database);
  if (!log || !read_index_bytes(database, index))
    return true;
  std::uint16_t page_size = 0;
  std::uint32_t frames = 0;
  std::array<std::uint32_t, 2> checksum{};
  std::memcpy(&page_size, &index[page_size_at], sizeof page_size);
  std::memcpy(&frames, &index[frames_at], sizeof frames);
  std::memcpy(checksum.data(), &index[checksum_at], sizeof checksum);
  if (frames == 0)
    return true;
  const std::uint64_t page = page_size <= 1 ? max_page_bytes : page_size;
  const std::uint64_t last = log_header_bytes + (frames - 1) * (page + frame_header_bytes);
  std::array<unsigned char, frame_header_bytes> frame{};
  return log->pMethods->xRead(log, frame.data(), frame_header_bytes,
                              static_cast<sqlite3_int64>(last)) == SQLITE_OK &&
         std::memcmp(&frame[8], &index[salts_at], 8) == 0 &&
         number_at(frame.data(), 16) == checksum[0] && number_at(frame.data(), 20) == checksum[1];
}

Result<void> check_one_name(const std::filesystem::path& file) {
  if (this_system == System::windows && file != ":memory:" && !is_path_on_windows(file.string()))
    return Failure(
        unusable("Windows has no file of the name " + file.string(), other_name_on_windows));
  const auto found = file_facts(file);
  if (!found || !found->is_file || (found->names <= 1 && !found->is_mounted))
    return {};
  if (found->is_mounted)
    return Failure(unusable("the database " + file.string() +
                                " is mounted as a single file: its log would not be where others "
                                "look for it, and what is stored would be lost",
                            "mount its folder instead"));
  return Failure(unusable(
      "the database " + file.string() + " has " + std::to_string(found->names) +
          " names (hard links): each would have a log of its own, and what is "
          "stored by one name would be lost by another",
      "remove the other names, which this lists: find / -xdev -samefile " + file.string()));
}

bool is_only_readable(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  const auto log = file_facts(file.string() + "-wal");
  return (!log || log->bytes == 0) && ::access(folder.c_str(), W_OK) != 0 &&
         ::access(file.c_str(), R_OK) == 0;
}

FileState Place::look_at_readable(sqlite3* database) {
  const std::string path = path_of(database);
  const auto file = file_facts(path);
  if (!file)
    return FileState::file_gone;
  const auto log = file_facts(path + "-wal");
  const auto before = std::exchange(changed_at_, file->changed);
  const bool is_changed = (before != 0 && before != file->changed) || (log && log->bytes > 0);
  return is_changed ? FileState::changed : FileState::kept;
}

void Place::note_log(sqlite3* database) {
  log_ = file_id(path_of(database) + "-wal");
}

FileState Place::look(sqlite3* database) {
  const std::string path = path_of(database);
  if (path.empty())
    return FileState::kept;
  if (is_moved(database, path) || !header_is_kept(database))
    return FileState::file_gone;
  if (const auto state = look_at_log(database, path); state != FileState::kept)
    return state;
  const auto index = file_facts(path + "-shm");
  if (!index_ && index && index->bytes >= min_index_bytes)
    index_ = id_of(*index);
  if (index_ && (!index || id_of(*index) != *index_ || index->bytes < min_index_bytes))
    return FileState::index_gone;
  return FileState::kept;
}

bool Place::is_moved(sqlite3* database, const std::string& path) {
  int moved = 0;
  if constexpr (this_system == System::windows) {  // where SQLite does not say
    const auto file = file_id(path);
    file_ = file_ ? file_ : file;
    return file != file_;
  }
  sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved != 0;
}

FileState Place::look_at_log(sqlite3* database, const std::string& path) {
  const auto log = file_facts(path + "-wal");
  if (!log_ && log)
    log_ = id_of(*log);
  if (!log_)
    return salts_of_log(database) ? FileState::log_gone : FileState::kept;
  if (!log || id_of(*log) != *log_)
    return is_set_aside(path, *log_) ? FileState::file_gone : FileState::log_gone;
  const auto salts = salts_of_log(database);
  const bool is_cut =
      salts ? log->bytes < log_bytes_.value_or(0) && *salts == log_salts_ : log->bytes > 0;
  if (is_cut)
    return FileState::log_cut;
  // The first look may be at a log that was made since another was taken away.
  if (log->bytes == 0 && log_bytes_ != 0U && !may_be_empty(database)) {
    if (log_bytes_)
      return FileState::log_cut;
    log_.reset();
    return FileState::log_gone;
  }
  log_bytes_ = log->bytes;
  log_salts_ = salts.value_or(0);
  return FileState::kept;
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

}  // namespace aim::store::sqlite
