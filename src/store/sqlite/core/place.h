// Whether the files that a connection has open are still those under the database's name. Somebody
// may delete the file, move it away, or put a copy in its place while it is in use: what is written
// then goes into nothing, or into a log that the other file takes for its own.
// Knows: inodes, the header of a database file. Must not know: pools, tables.
// Source: https://www.sqlite.org/howtocorrupt.html, sections 1.4 and 1.5.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>

struct sqlite3;

namespace aim::store::sqlite {

struct FileId {
  dev_t device = 0;
  ino_t inode = 0;
  // When it was made, in nanoseconds since 1970, where the file system tells: the number of a file
  // that is gone is soon another's.
  std::int64_t born = 0;
  friend bool operator==(const FileId&, const FileId&) = default;
};
// Nothing where there is no file.
std::optional<FileId> file_id(const std::filesystem::path& file);

// Of one connection, from its first look on.
class Place {
 public:
  // False: under the name there is no file any more, or another, or the same with other content (a
  // copy written over it); or its log is not that of the connection. A database in memory is always
  // in place.
  bool is_kept(sqlite3* database);

  // The log that the connection writes, as far as one is known.
  const std::optional<FileId>& log() const { return log_; }

 private:
  struct Header {
    std::uint32_t changes = 0, pages = 0,
                  schema = 0;  // they only rise: nothing of ours shrinks a file
  };
  bool header_is_kept(sqlite3* database);

  std::optional<FileId> log_;
  std::optional<Header> header_;
};

}  // namespace aim::store::sqlite
