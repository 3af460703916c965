#include "store/sqlite/core/place.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <string>

#include "store/sqlite/core/file_bytes.h"

namespace aim::store::sqlite {
std::optional<FileId> file_id(const std::filesystem::path& file) {
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

}  // namespace aim::store::sqlite
