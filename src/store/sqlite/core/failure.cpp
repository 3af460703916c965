#include "store/sqlite/core/failure.h"

#include <sqlite3.h>

#include <cerrno>
#include <thread>

#include "base/error.h"

namespace aim::store::sqlite {
namespace {
constexpr std::string_view busy_message =
    "the database is in use by another program, which has been writing to it for too long";
constexpr std::string_view read_only_message =
    "the database cannot be written: the file or its folder is read-only";
constexpr std::string_view busy_hint = "try again";

const Remedy& see_who_holds_it() {
  static const Remedy remedy{"see who may hold it", Means::find_fault};
  return remedy;
}

Error with_detail(Error error, Error of) {
  error.detail = std::move(of.detail);
  return error;
}

}  // namespace

Error failure(sqlite3* database, std::string_view what) {
  const int status = sqlite3_extended_errcode(database);
  Error error = database_error(std::string(sqlite3_errmsg(database))
                                   .append(" (")
                                   .append(std::to_string(status))
                                   .append(") while: ")
                                   .append(what.substr(0, 200)));
  const int refused = sqlite3_system_errno(database);
  if ((status & 0xff) == SQLITE_NOMEM)
    return with_detail(out_of_memory(), std::move(error));
  if ((refused == EMFILE || refused == ENFILE) &&
      ((status & 0xff) == SQLITE_CANTOPEN || (status & 0xff) == SQLITE_IOERR))
    return with_detail(out_of_files(), std::move(error));
  switch (status & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      error.code = Code::unavailable;
      error.message = busy_message;
      error.hint = busy_hint;
      error.remedies = {see_who_holds_it()};
      break;
    case SQLITE_FULL:
      error.message = "the disk is full: nothing was changed";
      error.hint = "make room, then try again";
      error.remedies.clear();
      break;
    case SQLITE_IOERR:
      error.message =
          "the database could not be read or written by the system: nothing was changed";
      error.hint = "check that the disk has room and works";
      error.remedies = {{"see what is wrong", Means::find_fault}};
      break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      error.message = read_only_message;
      error.remedies = {{"change its permissions, or name another file", Means::option, "db"}};
      break;
    case SQLITE_CANTOPEN:
      error.message = "the database cannot be opened";
      error.remedies = {{"check that its folder exists and may be used, or name another file",
                         Means::option, "db"}};
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      error.message = "the database is damaged, or the file is no database";
      error.remedies = {{"repair a copy of it", Means::repair}};
      break;
    case SQLITE_TOOBIG:
      error.message = too_large_message;
      error.remedies = {{"save what it holds", Means::repair}};
      break;
    case SQLITE_INTERRUPT:
      error.message = "the database takes too long to read: it is damaged, or was made to do harm";
      error.remedies = {{"save what it holds", Means::repair}};
      break;
    default:
      break;
  }
  return error;
}

Error busy() {
  return helped_by(unavailable(std::string(busy_message), std::string(busy_hint)),
                   see_who_holds_it());
}

Error as_cancelled(Error error, const Wait& wait) {
  return is_busy(error) && wait.stopped() ? cancelled() : std::move(error);
}

Result<std::unique_lock<std::mutex>> lock_within(std::mutex& mutex, const Wait& wait) {
  std::unique_lock lock(mutex, std::try_to_lock);
  while (!lock.owns_lock() && !lock.try_lock()) {
    if (wait.stopped() || wait.over())
      return Failure(busy());
    // Not try_lock_for: the thread sanitizer of Clang 16 does not see what it locks. Only
    // somebody's first open is waited for.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return lock;
}

Error file_is_gone(const std::filesystem::path& file, bool after_commit) {
  return unavailable(
      "the database " + file.string() + " was removed or replaced while it was in use" +
          (after_commit ? ": what was just written may be lost" : ": nothing was changed"),
      "put a sound database there, which is then opened by itself; or restart ai-memory to begin "
      "with what is there");
}

Error log_is_lost(const std::filesystem::path& file) {
  return unavailable(
      "the log of the database " + file.string() +
          " (-wal) was removed, replaced or cut while it was in use: what was stored "
          "lately may be lost",
      "see what is still there, then try again; nothing but ai-memory may touch the "
      "files -wal and -shm");
}

bool is_damage(const Error& error) {
  return std::ranges::any_of(error.remedies,
                             [](const Remedy& each) { return each.means == Means::repair; });
}

bool is_read_only(const Error& error) {
  return error.message == read_only_message;
}

bool is_busy(const Error& error) {
  return error.message == busy_message;
}

}  // namespace aim::store::sqlite
