#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>
#include <thread>

#include "base/file.h"
#include "base/platform/file_system.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/core/file_bytes.h"
#include "store/sqlite/foreign/foreign_file.h"
#include "store/sqlite/repair/backup.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/repair/copies.h"

namespace aim::store::sqlite {
namespace {

constexpr std::string_view part_suffix = ".reencrypting";
constexpr std::chrono::seconds wait_for_readers{5};
constexpr std::chrono::milliseconds nap{50};
// Without it the copy would get the key of the database.
constexpr const char* no_key = "?key=&reserve=0";
constexpr int steps_between_looks = 10'000;
// To decrypt a page costs more than its bytes do (docs/decisions/0099).
constexpr std::uint32_t encrypted_page_bytes = 4'096;

struct Close {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Opened = std::unique_ptr<sqlite3, Close>;

// Outside of Connection, which lets no statement name another file.
Result<Opened> open_plainly(const fs::path& file, const std::optional<FileKey>& key) {
  sqlite3* opened = nullptr;
  const int status =
      sqlite3_open_v2(uri_of(file, "").c_str(), &opened,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  Opened owned(opened);
  if (status != SQLITE_OK)
    return Failure(failure(opened, "open"));
  if (key)
    TRY_VOID(set_key(opened, *key));
  return owned;
}

Result<void> run(sqlite3* database, const std::string& sql) {
  if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return Failure(failure(database, "copy"));
  return {};
}

Result<void> write_copy(const fs::path& from, const std::optional<FileKey>& from_key,
                        const fs::path& to, const std::optional<FileKey>& to_key,
                        const Stop& stop) {
  remove_all_of(to);
  TRY_VOID(make_private_file(to));
  {
    const auto source = TRY(open_plainly(from, from_key));
    Stop asked = stop;
    if (asked)
      sqlite3_progress_handler(
          source.get(), steps_between_looks,
          [](void* handed) { return (*static_cast<Stop*>(handed))() ? 1 : 0; }, &asked);
    TRY_VOID(run(source.get(), "PRAGMA page_size=" +
                                   std::to_string(to_key ? encrypted_page_bytes : new_page_bytes)));
    TRY_VOID(
        run(source.get(),
            "VACUUM INTO " + sql_text(uri_of(to, to_key ? uri_parameters_of(*to_key) : no_key))));
  }
  const auto copy = TRY(open_plainly(to, to_key));
  TRY_VOID(run(copy.get(), "PRAGMA journal_mode=WAL"));
  return run(copy.get(), "PRAGMA wal_checkpoint(TRUNCATE)");
}

Result<std::int64_t> memories_in(Connection& connection) {
  return connection.number_or_zero(
      "SELECT (SELECT count(*) FROM memories) + "
      "(SELECT count(*) FROM archive)");
}

Result<std::int64_t> check_copy(const fs::path& file, const ConnectionOptions& options) {
  const auto connection = TRY(Connection::open(file, options));
  TRY_VOID(check_pages(*connection, "PRAGMA integrity_check(1)"));
  return memories_in(*connection);
}

Result<void> sync_file(const fs::path& file) {
  const Descriptor opened(::open(file.c_str(), O_RDWR | O_CLOEXEC));
  if (!opened.valid() || ::fsync(opened.number()) != 0)
    return Failure(unavailable("cannot write " + file.string(), "check that the disk has room"));
  return {};
}

// With zeros. A process that has it open looks whether it is still the database before reading it
// again, and is given time for what it reads now.
bool overwrite(const Descriptor& former) {
  const auto until = std::chrono::steady_clock::now() + wait_for_readers;
  while (is_open_elsewhere(former.number()) && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(nap);
  struct stat status {};
  if (::fstat(former.number(), &status) != 0)
    return false;
  const std::vector<char> zeros(std::size_t{1} << 20);
  for (off_t at = 0; at < status.st_size;) {
    const auto size =
        std::min<std::size_t>(zeros.size(), static_cast<std::size_t>(status.st_size - at));
    const ssize_t written = ::pwrite(former.number(), zeros.data(), size, at);
    if (written <= 0)
      return false;
    at += written;
  }
  return ::fsync(former.number()) == 0;
}

struct RemovedUnlessKept {
  const fs::path file;
  bool is_kept = false;
  explicit RemovedUnlessKept(fs::path unfinished) : file(std::move(unfinished)) {}
  RemovedUnlessKept(const RemovedUnlessKept&) = delete;
  RemovedUnlessKept& operator=(const RemovedUnlessKept&) = delete;
  ~RemovedUnlessKept() {
    if (!is_kept)
      remove_all_of(file);
  }
};

// The copy in the place of the database, while nobody writes.
Result<std::int64_t> put_copy_in_place(const fs::path& database, const fs::path& part,
                                       const ConnectionOptions& options,
                                       const std::optional<FileKey>& to, const Stop& stop) {
  std::optional<FileKey> from;
  if (const auto salt = salt_of_file(database)) {
    if (!options.find_key)
      return Failure(wrong_key());
    from = FileKey{TRY(options.find_key(*salt)), *salt};
  }
  const auto connection = TRY(Connection::open(database, options));
  const auto lock = TRY(connection->lock_writers());
  TRY_VOID(connection->script("PRAGMA wal_checkpoint(TRUNCATE)"));
  const std::int64_t memories = TRY(memories_in(*connection));
  RemovedUnlessKept copy{part};
  TRY_VOID(write_copy(database, from, part, to, stop));
  ConnectionOptions of_copy;
  if (to)
    of_copy.find_key = [&](const Salt16&) -> Result<Key32> { return to->key; };
  const std::int64_t copied = TRY(check_copy(part, of_copy));
  if (copied != memories)
    return Failure(unavailable(
        "the copy has " + std::to_string(copied) + " of " + std::to_string(memories) + " memories",
        "try again"));
  TRY_VOID(sync_file(part));
  // Programs that know nothing of the lock of writers know this one.
  TRY_VOID(connection->run("BEGIN IMMEDIATE"));
  std::error_code error = rename_over(part, database);
  if (error)
    return Failure(unavailable("cannot replace " + database.string() + ": " + error.message(),
                               "check the folder's permissions"));
  copy.is_kept = true;
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(database.string() + suffix, error);
  sync_folder(database.parent_path());
  return memories;
}

}  // namespace

Result<Reencrypted> reencrypt(const fs::path& given, const ConnectionOptions& options,
                              const std::optional<FileKey>& to, const Stop& stop) {
  std::error_code error;
  const fs::path database = fs::weakly_canonical(given, error);  // a link stays a link
  if (error || !fs::is_regular_file(database, error))
    return Failure(missing("there is no database at " + given.string()));
  const auto bytes = fs::file_size(database, error);
  TRY_VOID(check_room(database, bytes));
  const bool was_encrypted = salt_of_file(database).has_value();
  // Opened before SQLite opens it: closing a descriptor drops the process's locks on the file.
  const Descriptor former(::open(database.c_str(), O_RDWR | O_CLOEXEC));
  if (!former.valid())
    return Failure(unavailable("cannot write " + database.string(), "check its permissions"));
  Reencrypted done;
  done.memories = TRY(
      put_copy_in_place(database, database.string() + std::string(part_suffix), options, to, stop));
  done.bytes = static_cast<std::int64_t>(fs::file_size(database, error));
  done.is_former_kept = !was_encrypted && !overwrite(former);
  return done;
}

}  // namespace aim::store::sqlite
