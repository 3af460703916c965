#include "store/sqlite/sqlite_store.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <system_error>

#include "base/file.h"
#include "base/lock.h"
#include "base/mutex.h"
#include "base/quoting.h"
#include "store/maintenance.h"
#include "store/sql/sql_store.h"
#include "store/sqlite/core/database.h"
#include "store/sqlite/core/file_key.h"
#include "store/sqlite/log/own_log.h"
#include "store/sqlite/repair/backup.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/repair/copies.h"
#include "store/sqlite/schema/migrate.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/search/waiting_texts.h"
#include "store/sqlite/transcripts/turn_texts.h"
#include "store/sqlite/unit.h"

namespace aim::store::sqlite {
namespace {

// Maintenance of one SQLite file, and of what lies beside it: NAME-wal, NAME-dropped-….
class SqliteMaintenance final : public Maintenance {
 public:
  SqliteMaintenance(Database& database, const ConnectionOptions& options, const Clock& clock)
      : database_(database), options_(options), clock_(clock) {}

  Result<void> probe(const Stop& stop) override;
  Result<std::vector<Finding>> examine(const Stop& stop) override;
  bool is_current() const override;
  bool is_encrypted() const override { return salt_of_file(database_.file()).has_value(); }
  Diagnoses diagnose(const DiagnoseOptions& options) override;
  Result<bool> tend_words(const Stop& stop) override;
  Result<bool> pack_texts(Time idle, Time now, const Stop& stop) override;
  Result<void> wipe_deleted(const Stop& stop) override;
  Result<Backup> back_up(const BackupRequest& request, const Stop& stop) override;
  Result<Restored> restore(const std::filesystem::path& from, const Stop& stop) override;
  Sizes sizes() const override;
  Result<void> check_room(std::uint64_t added_bytes) const override;
  void release_memory() override { database_.narrow_caches(); }
  Result<std::shared_ptr<void>> try_take(std::string_view role) override;
  std::unique_ptr<ChangeSignal> change_signal() override;
  void count_dropped(std::string_view what, std::size_t count) override;
  std::int64_t dropped(std::string_view what) const override;

 private:
  std::filesystem::path beside(std::string_view suffix) const;

  Database& database_;
  const ConnectionOptions options_;
  const Clock& clock_;
};

constexpr std::chrono::seconds examine_timeout{2};
constexpr std::int64_t merge_pages = 64;  // of the text index, a transaction

std::int64_t size_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : static_cast<std::int64_t>(size);
}

fs::path SqliteMaintenance::beside(std::string_view suffix) const {
  return database_.file().string() + std::string(suffix);
}

Result<void> SqliteMaintenance::probe(const Stop& stop) {
  return database_.read([](Connection& connection) { return sqlite::probe(connection); }, stop);
}

Result<std::vector<Finding>> SqliteMaintenance::examine(const Stop& stop) {
  ConnectionOptions options = options_;
  options.busy_wait = examine_timeout;
  const auto connection = TRY(Connection::open(database_.file(), options));
  if (stop)
    connection->end_when(stop);
  auto findings = check_all(*connection);
  if (stop && stop())
    return Failure(unavailable("the examination was stopped", ""));
  return findings;
}

bool SqliteMaintenance::is_current() const {
  std::error_code error;
  if (!fs::is_regular_file(database_.file(), error) || size_of(database_.file()) == 0)
    return false;
  return database_.is_newest();
}

Result<void> SqliteMaintenance::wipe_deleted(const Stop& stop) {
  // Words of what is gone stay in both indexes until their pieces are merged, and bytes of what is
  // gone in pages until they are rewritten.
  TRY_VOID(database_.write(
      [](Connection& connection) -> Result<void> {
        TRY_VOID(SqliteSearch(connection).merge_whole_text_index());
        return connection.run("INSERT INTO lost_words(lost_words) VALUES ('optimize')");
      },
      stop));
  return database_.rewrite(stop);
}

Result<Backup> SqliteMaintenance::back_up(const BackupRequest& request, const Stop& stop) {
  TRY_VOID(database_.ensure_open(stop));
  return back_up_database(database_.file(), request, options_, clock_.now(), stop);
}

Result<Restored> SqliteMaintenance::restore(const fs::path& from, const Stop& stop) {
  return restore_database(database_.file(), from, options_, clock_, stop);
}

Diagnoses SqliteMaintenance::diagnose(const DiagnoseOptions& options) {
  return sqlite::diagnose(database_.file(), options_, options, clock_);
}

Result<bool> SqliteMaintenance::tend_words(const Stop& stop) {
  // Earlier versions kept a copy of the passages in it.
  std::error_code ignored;
  fs::remove(beside(".passages"), ignored);
  return database_.write(
      [](Connection& connection) -> Result<bool> {
        if (TRY(index_waiting(connection)))
          return true;
        return tend_text(connection, merge_pages);
      },
      stop);
}

// The long work is done outside of any transaction.
Result<bool> SqliteMaintenance::pack_texts(Time idle, Time now, const Stop& stop) {
  const auto plan = TRY(
      database_.read([&](Connection& connection) { return plan_pack(connection, idle); }, stop));
  if (plan.blocks.empty())
    return false;
  const std::string data = packed(plan);
  return database_.write(
      [&](Connection& connection) { return put_pack(connection, plan, data, now); }, stop);
}

Sizes SqliteMaintenance::sizes() const {
  return {size_of(database_.file()), size_of(beside("-wal"))};
}

Result<void> SqliteMaintenance::check_room(std::uint64_t added_bytes) const {
  return sqlite::check_room(database_.file(), added_bytes);
}

// The first command on a machine takes a role before there is a database, or a folder for it.
Result<std::shared_ptr<void>> SqliteMaintenance::try_take(std::string_view role) {
  TRY_VOID(make_private_folder(database_.file().parent_path()));
  auto lock = TRY(FileLock::try_take(beside(std::string("-").append(role))));
  if (!lock)
    return std::shared_ptr<void>();
  return std::shared_ptr<void>(std::make_shared<FileLock>(std::move(*lock)));
}

// A byte for each: appending works while the database is locked, which is why something was
// dropped.
std::unique_ptr<ChangeSignal> SqliteMaintenance::change_signal() {
  return LogWatch::of(database_.file());
}

void SqliteMaintenance::count_dropped(std::string_view what, std::size_t count) {
  const Descriptor file(::open(beside(std::string("-dropped-").append(what)).c_str(),
                               O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (file.valid())
    write_all(file.number(), std::string(count, '.'));
}

std::int64_t SqliteMaintenance::dropped(std::string_view what) const {
  return size_of(beside(std::string("-dropped-").append(what)));
}

class SqliteStore final : public sql::SqlStore<Database, Unit, SqliteTableRows> {
 public:
  SqliteStore(const fs::path& file, const ConnectionOptions& options, const Clock& clock)
      : SqlStore(file, options, clock),
        options_(options),
        clock_(clock),
        maintenance_(database_, options, clock) {}

  Result<void> finish() override { return database_.checkpoint(); }

  std::string name() const override { return database_.file().string(); }
  bool exists() const override { return path_exists(database_.file()); }
  Result<std::unique_ptr<Store>> other(std::string_view address,
                                       std::string_view field) const override;
  Maintenance& maintenance() override { return maintenance_; }

  Result<std::optional<FileKey>> key() {
    std::optional<FileKey> key;
    TRY_VOID(database_.read(
        [&](Connection& connection) -> Result<void> {
          key = connection.key();
          return {};
        },
        {}));
    return key;
  }

 private:
  const ConnectionOptions options_;
  const Clock& clock_;
  SqliteMaintenance maintenance_;
};

Result<std::unique_ptr<Store>> SqliteStore::other(std::string_view address,
                                                  std::string_view field) const {
  std::error_code error;
  if (address.empty())
    return Failure(refuse(field, "must not be empty"));
  // It is not repeated: there may be a password in it.
  if (is_url(address))
    return Failure(refuse(field, "must be a file, as the database in use is one"));
  const fs::path file(address);
  const auto folder = fs::absolute(file, error).parent_path();
  if (!fs::is_directory(folder, error))
    return Failure(missing("no such folder: " + folder.string()));
  if (fs::is_directory(file, error))
    return Failure(refuse(field, "must be a file; " + file.string() + " is a folder"));
  if (fs::equivalent(file, database_.file(), error))
    return Failure(refuse(field, "must not be the database in use"));
  // Who made it is not known.
  ConnectionOptions options = options_;
  options.foreign = true;
  return make_store(file, options, clock_);
}

// A temporary file begins as a copy of an empty database that this process has made once, with the
// same key: to make the tables takes longer than all else that a small one is for.
Result<void> write_empty(const fs::path& file, const ConnectionOptions& options,
                         const Clock& clock) {
  constexpr std::size_t max_bytes = std::size_t{16} << 20;
  static Mutex mutex;
  static std::string empty GUARDED_BY(mutex);
  const Lock lock(mutex);
  if (empty.empty()) {
    const auto made = TRY(Database::open(file, options, clock));
    TRY_VOID(made->checkpoint());
    empty = TRY(read_file(file, max_bytes));
    return {};
  }
  return replace_file(file, empty, Durable::no);
}

}  // namespace

std::unique_ptr<Store> make_store(const fs::path& file, const ConnectionOptions& options,
                                  const Clock& clock) {
  return std::make_unique<SqliteStore>(file, options, clock);
}

Result<std::unique_ptr<Store>> make_store_like(Store& like, const fs::path& file, bool temporary,
                                               const Clock& clock) {
  static const FileKey of_temporary_files{random_key(), random_salt()};
  ConnectionOptions options;
  options.full_sync = false;
  options.temporary = temporary;
  if (temporary)
    options.new_key = of_temporary_files;
  else if (auto* sqlite = dynamic_cast<SqliteStore*>(&like))
    options.new_key = TRY(sqlite->key());
  if (options.new_key)
    options.find_key = [key = options.new_key->key](const Salt16&) -> Result<Key32> { return key; };
  if (temporary)
    TRY_VOID(write_empty(file, options, clock));
  return make_store(file, options, clock);
}

std::string library_version() {
  return ::sqlite3_libversion();
}

}  // namespace aim::store::sqlite
