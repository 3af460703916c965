#include "store/sqlite/core/own_log.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <system_error>

#include "store/sqlite/core/file_bytes.h"
#include "store/sqlite/core/file_mark.h"
#include "store/sqlite/core/log_content.h"
#include "store/sqlite/core/place.h"

namespace aim::store::sqlite {
namespace {

namespace fs = std::filesystem;

// Before it is moved into the file, the first change in the log follows on the file's own; while it
// is, the file has one of them.
bool can_be_of(const LogChanges& log, const FileHeader& file, std::uint32_t file_pages) {
  // Every page that the file has not got yet is in the log; but for the one that holds SQLite's
  // locks and nothing else.
  const auto missing = std::int64_t{log.pages} - file_pages - 1;
  const auto end = log.new_pages.upper_bound(log.pages);
  if (missing > std::distance(log.new_pages.begin(), end))
    return false;
  if (!log.first)
    return true;
  const auto own = number_at(file.data(), changes_at);
  return !is_before(own, *log.first - 1) && !is_before(*log.last, own);
}

// What the marks say; nothing when there are not two to compare.
std::optional<bool> is_marked_as_own(sqlite3* database, const LogChanges& log,
                                     std::uint32_t page_bytes) {
  if (log.marks.empty())
    return std::nullopt;
  const std::uint32_t page = page_of_mark(database, page_bytes);
  const auto own = mark_in(page_of(database, page_bytes, page));
  if (!own)
    return std::nullopt;
  if (own->database != log.marks.front().database)
    return false;
  // A vacuum has moved the table: which of its rows the log has is not known.
  if (page != log.mark_page)
    return std::nullopt;
  return own->now == log.marks.front().before ||
         std::ranges::find(log.marks, own->now, &FileMark::now) != log.marks.end();
}

bool fits(sqlite3* database, const LogChanges& changes, const FileHeader& own,
          std::uint32_t pages) {
  return can_be_of(changes, own, pages) &&
         is_marked_as_own(database, changes, page_size_of(own)).value_or(true);
}

}  // namespace

bool log_fits(sqlite3* database) {
  const std::string path = path_of(database);
  if (path.empty())
    return true;
  // Others may be writing, or end this log and begin another: only what stays the same around the
  // look is believed.
  constexpr int max_looks = 3;
  for (int look = 0; look < max_looks; ++look) {
    const auto id = file_id(path + "-wal");
    const LogFile log(path + "-wal");
    const auto own = header_of(database);
    const auto pages = pages_of(database);
    if (!own || !has_magic(*own))
      return true;
    if (fits(database, changes_in(log, pages, false), *own, pages))
      return true;
    const LogChanges changes = changes_in(log, pages, true);
    if (fits(database, changes, *own, pages))
      return true;
    if (id && changes_in(log, pages, true).header == changes.header && header_of(database) == own &&
        pages_of(database) == pages && file_id(path + "-wal") == id)
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
  for (int number = 1; number <= max_names_aside; ++number) {
    const std::string aside = name_of_log_aside(database, number);
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
