// Whether the files that a connection has open (the database, its log, the log's index) are still
// those under their names. Somebody may delete one, move it away, put a copy in its place or cut it
// while it is in use: what is written then goes into nothing, or into a log that another file takes
// for its own.
// Knows: inodes, the header of a database file. Must not know: pools, tables.
// Source: https://www.sqlite.org/howtocorrupt.html, sections 1.4 and 1.5.
#pragma once
#include <filesystem>

#include "base/result.h"

struct sqlite3;

namespace aim::store::sqlite {

struct FileId {
  std::uint64_t device = 0, inode = 0;
  // When it was made, in nanoseconds since 1970, where the file system tells: the number of a file
  // that is gone is soon another's.
  std::int64_t born = 0;
  friend bool operator==(const FileId&, const FileId&) = default;
};
// Nothing where there is no file.
std::optional<FileId> file_id(const std::filesystem::path& file);

// Each name of a file would have a log of its own, and what is stored by one name would be lost by
// the other. Errors: database_error for a file with hard links, and for one that is mounted without
// its folder.
Result<void> check_one_name(const std::filesystem::path& file);

// Whether a log can neither be read nor made beside the file: it is then read as one that nobody
// changes.
bool is_only_readable(const std::filesystem::path& file);

// Where the log that belongs to another file is kept (own_log.h).
inline constexpr int max_names_aside = 1'000;
std::string name_of_log_aside(const std::filesystem::path& database, int number);

// What has become of the files of a connection.
enum class FileState {
  kept,
  file_gone,   // under the name there is no file, or another, or the same with other content
  log_gone,    // the log is not under its name: what is in it can still be moved into the file
  log_cut,     // the log has lost some of its content
  index_gone,  // the index of the log (-shm) is not that under its name, or was cut: its locks
               // exclude nobody who opens the database now
  changed,     // somebody writes to a file that was opened as only readable
};

// The files of one connection, from its first look on. A database in memory keeps its place.
class Place {
 public:
  // Before the first statement, which opens the log: it may lose its name before the first look().
  void note_log(sqlite3* database);
  FileState look(sqlite3* database);
  // Renames a log with content that somebody has put in the place of the connection's own, once
  // that is saved: the next to open the database would read it.
  void put_other_log_away(sqlite3* database) const;
  // The same for a file that is only readable.
  FileState look_at_readable(sqlite3* database);

  const std::optional<FileId>& log() const { return log_; }
  const std::optional<FileId>& index() const { return index_; }

 private:
  struct Header {
    std::uint32_t changes = 0, pages = 0,
                  schema = 0;  // they only rise: nothing of ours shrinks a file
  };
  bool is_moved(sqlite3* database, const std::string& path);
  bool header_is_kept(sqlite3* database);
  FileState look_at_log(sqlite3* database, const std::string& path);

  std::optional<FileId> file_, log_, index_;
  std::optional<std::uint64_t> log_bytes_;  // at the last look
  std::uint64_t log_salts_ = 0;
  std::optional<Header> header_;
  std::int64_t changed_at_ = 0;  // of the file, where it is only readable
};

// Whether another connection of any process has this very file open. Not within a transaction.
bool is_used_by_others(sqlite3* database);

// Whether the log that the connection has open is that of the index (-shm): its last frame has the
// checksum that stands there, which covers all frames before it. Not so when somebody has put a
// copy of the log in its place: pages read from it, or moved into the file, would be wrong. Exact
// while nobody writes. Source: https://www.sqlite.org/walformat.html, sections 2.1 and 2.2.
bool is_log_of_index(sqlite3* database);

// Bytes of the log that the connection has open, whatever its name is by now; nothing: it has none.
std::optional<std::uint64_t> open_log_bytes(sqlite3* database);

}  // namespace aim::store::sqlite
