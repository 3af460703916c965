#include "store/sqlite/core/new_mark.h"

#include <sqlite3.h>

#include <array>
#include <string>
#include <utility>

#include "base/seal.h"
#include "store/sqlite/core/connection.h"
#include "store/sqlite/core/file_bytes.h"
#include "store/sqlite/core/file_mark.h"

namespace aim::store::sqlite {
namespace {

std::string draw() {
  constexpr std::size_t digits = 16;
  return random_token().substr(0, digits);
}

// Whether the next commit may go to the beginning of the log: because there is nothing in it yet,
// or because the file has all of it. What the processes share about a log says so
// (https://www.sqlite.org/walformat.html, section 2.1); it is asked while nobody else can write.
bool may_begin_log(sqlite3* database) {
  constexpr std::size_t mode_at = 18;
  constexpr int shared_bytes = 32'768;
  constexpr std::size_t frames_at = 16 / sizeof(std::uint32_t),
                        moved_at = 96 / sizeof(std::uint32_t);
  constexpr unsigned char with_log = 2;
  std::array<unsigned char, 1> mode{};
  if (path_of(database).empty() || !read_file_bytes(database, mode, mode_at) || mode[0] != with_log)
    return false;
  sqlite3_file* file = nullptr;
  volatile void* shared = nullptr;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
      file->pMethods->iVersion < 2 || !file->pMethods->xShmMap ||
      file->pMethods->xShmMap(file, 0, shared_bytes, 0, &shared) != SQLITE_OK || !shared)
    return false;
  const auto* words = static_cast<volatile std::uint32_t*>(shared);
  const auto frames = __atomic_load_n(words + frames_at, __ATOMIC_RELAXED);
  return frames == 0 || frames == __atomic_load_n(words + moved_at, __ATOMIC_RELAXED);
}

Result<void> write_mark(Connection& connection, const FileMark& mark) {
  return connection.run(
      "INSERT INTO file_mark(number, mark) VALUES (1, ?1) "
      "ON CONFLICT(number) DO UPDATE SET mark = excluded.mark",
      text_of(mark));
}

}  // namespace

Result<void> mark_new_log(Connection& connection) {
  if (!may_begin_log(connection.handle()))
    return {};
  std::optional<FileMark> mark;
  {
    auto statement = TRY(connection.prepare("SELECT mark FROM file_mark WHERE number = 1"));
    if (TRY(statement.step()))
      mark = mark_of_text(statement.text(0));
  }
  if (!mark)
    return mark_anew(connection);
  mark->before = std::exchange(mark->now, draw());
  return write_mark(connection, *mark);
}

Result<void> mark_anew(Connection& connection) {
  return write_mark(connection, {draw(), draw(), draw()});
}

}  // namespace aim::store::sqlite
