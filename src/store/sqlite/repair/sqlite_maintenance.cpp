#include "store/sqlite/repair/sqlite_maintenance.h"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>

#include "base/file.h"
#include "base/lock.h"
#include "store/sqlite/core/file_key.h"
#include "store/sqlite/log/log_watch.h"
#include "store/sqlite/repair/backup.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/repair/copies.h"
#include "store/sqlite/repair/diagnose.h"
#include "store/sqlite/schema/migrate.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/search/waiting_texts.h"
#include "store/sqlite/transcripts/turn_texts.h"

namespace aim::store::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds examine_timeout{2};
constexpr std::int64_t merge_pages = 64;  // of the text index, a transaction

std::int64_t size_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : static_cast<std::int64_t>(size);
}

}  // namespace

fs::path SqliteMaintenance::beside(std::string_view suffix) const {
  return database_.file().native() + std::string(suffix);
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
  // Words of what is gone stay in the index until its pieces are merged, and bytes of what is gone
  // in pages until they are rewritten.
  TRY_VOID(database_.write(
      [](Connection& connection) { return SqliteSearch(connection).merge_text_index(); }, stop));
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
  return Diagnosing(database_.file(), options_, options, clock_).run();
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

bool SqliteMaintenance::is_encrypted() const {
  return salt_of_file(database_.file()).has_value();
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
  const int file = ::open(beside(std::string("-dropped-").append(what)).c_str(),
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0)
    return;
  const std::string marks(count, '.');
  [[maybe_unused]] const auto written = ::write(file, marks.data(), marks.size());
  ::close(file);
}

std::int64_t SqliteMaintenance::dropped(std::string_view what) const {
  return size_of(beside(std::string("-dropped-").append(what)));
}

}  // namespace aim::store::sqlite
