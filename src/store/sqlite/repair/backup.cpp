#include "store/sqlite/repair/backup.h"

#include <sqlite3.h>

#include <fstream>
#include <system_error>

#include "base/file.h"
#include "base/timestamp.h"
#include "store/sqlite/core/failure.h"

namespace aim::store::sqlite {
namespace {

constexpr int max_copies = 1'000;

// Its snapshot is held from the first page to the last.
Result<void> copy_pages(Connection& from, Connection& to, const Stop& stop) {
  constexpr int pages_between_looks = 2'000;
  TRY_VOID(from.run("BEGIN"));
  TRY(from.number("SELECT count(*) FROM sqlite_schema"));
  sqlite3_backup* backup = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
  if (!backup)
    return Failure(failure(to.handle(), "start a backup"));
  int status = SQLITE_OK;
  while (status == SQLITE_OK && !(stop && stop()))
    status = sqlite3_backup_step(backup, pages_between_looks);
  const int ended = sqlite3_backup_finish(backup);
  if (status == SQLITE_OK)
    return Failure(store::cancelled());
  if (ended != SQLITE_OK)
    return Failure(failure(to.handle(), "back up"));
  return from.run("ROLLBACK");
}

bool same_content(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::file_size(a, error) != fs::file_size(b, error) || error)
    return false;
  std::ifstream first(a, std::ios::binary), second(b, std::ios::binary);
  std::vector<char> piece(1 << 16), other(piece.size());
  const auto size = static_cast<std::streamsize>(piece.size());
  while (first && second) {
    first.read(piece.data(), size);
    second.read(other.data(), size);
    if (first.gcount() != second.gcount() ||
        !std::equal(piece.begin(), piece.begin() + first.gcount(), other.begin()))
      return false;
  }
  return first.eof() && second.eof();
}

Failure no_copy(const fs::path& copy, const std::error_code& error) {
  return Failure(unavailable("cannot write the copy " + copy.string() + ": " + error.message(),
                             "check the folder's permissions and that the disk has room"));
}

}  // namespace

Result<fs::path> back_up(const fs::path& file, const std::string& suffix,
                         const ConnectionOptions& options) {
  const std::string wanted = file.string() + "." + suffix;
  const fs::path unfinished = wanted + ".part";
  std::error_code error;
  if (auto copied = copy_database(file, unfinished, options, {}); !copied) {
    remove_all_of(unfinished);
    return Failure(copied.error());
  }
  for (int number = 1; number <= max_copies; ++number) {
    const fs::path copy = number == 1 ? wanted : wanted + "-" + std::to_string(number);
    if (!fs::exists(copy, error)) {
      fs::rename(unfinished, copy, error);
      if (error)
        return no_copy(copy, error);
      return copy;
    }
    if (same_content(copy, unfinished)) {
      fs::remove(unfinished, error);
      return copy;
    }
  }
  fs::remove(unfinished, error);
  return no_copy(wanted, std::make_error_code(std::errc::file_exists));
}

Result<void> copy_database(const fs::path& from, const fs::path& to,
                           const ConnectionOptions& options, const Stop& stop) {
  remove_all_of(to);  // an earlier process may have died while copying
  TRY_VOID(make_private_file(to));
  const auto source = TRY(Connection::open(from, options));
  ConnectionOptions of_copy;
  of_copy.new_key = source->key();
  const auto target = TRY(Connection::open(to, of_copy));
  return copy_pages(*source, *target, stop);
}

Result<void> check_pages(Connection& copy, std::string_view check) {
  auto statement = TRY(copy.prepare(check));
  TRY(statement.step());
  if (statement.text(0) != "ok")
    return Failure(helped_by(unavailable("the copy is damaged: " + statement.string(0), ""),
                             {"see what is wrong", Means::find_fault}));
  return {};
}

void remove_all_of(const fs::path& copy) {
  std::error_code error;
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    fs::remove(copy.string() + suffix, error);
}

std::string stamp(Time time) {
  std::string text = format_rfc3339(time).substr(0, 19);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  std::replace(text.begin(), text.end(), 'T', '-');
  return text;
}

std::uintmax_t room_to_delete(const std::filesystem::path& database) {
  constexpr std::uintmax_t mebibyte = std::uintmax_t{1} << 20, least = 4 * mebibyte,
                           most = 64 * mebibyte;
  std::error_code error;
  const auto bytes = std::filesystem::file_size(database, error);
  return error ? least : std::clamp(bytes / 4, least, most);
}

Result<void> check_room(const std::filesystem::path& database, std::uintmax_t added_bytes) {
  std::error_code error;
  const auto folder = database.has_parent_path() ? database.parent_path() : ".";
  const auto space = std::filesystem::space(folder, error);
  // A folder that is still to be made, for one.
  if (error || space.available >= room_to_delete(database) + added_bytes)
    return {};
  return Failure(
      unusable("the disk is full, but for the room that deleting needs: nothing was "
               "changed",
               "make room, or delete memories, then try again"));
}

}  // namespace aim::store::sqlite
