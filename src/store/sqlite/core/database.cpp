#include "store/sqlite/core/database.h"

#include <system_error>
#include <thread>

#include "base/file.h"
#include "base/log.h"
#include "store/records.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/log/own_log.h"
#include "store/sqlite/schema/migrate.h"

namespace aim::store::sqlite {
namespace {

constexpr std::uintmax_t max_bytes_to_check = std::uintmax_t{256} << 20;
constexpr std::chrono::milliseconds checkpoint_timeout{2'000};

}  // namespace

Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path& file,
                                                 const ConnectionOptions& options,
                                                 const Clock& clock) {
  auto database = std::make_unique<Database>(file, options, clock);
  TRY_VOID(database->ensure_open());
  return database;
}

Result<void> Database::ensure_open(const Stop& stop) {
  return open_within(wait_of(stop));
}

Result<void> Database::open_within(const Wait& wait) {
  if (open_ && !connections_.lost())
    return {};
  if (auto opened = open_file(wait); !opened)
    return Failure(as_cancelled(opened.error(), wait));
  return {};
}

Result<void> Database::open_file(const Wait& wait) {
  const auto lock = TRY(lock_within(open_mutex_, wait));
  if (connections_.lost())
    return find_again(wait);
  if (open_)
    return {};
  if (file().has_parent_path())
    TRY_VOID(make_private_folder(file().parent_path()));
  TRY_VOID(make_private_file(file()));
  TRY_VOID(open_and_migrate(wait));
  open_ = true;
  return {};
}

Result<void> Database::open_and_migrate(const Wait& wait) {
  auto connection = TRY(connections_.to_read(wait));
  auto migrated = migrate(*connection, file(), clock_);
  if (!migrated)
    connection.discard();
  return migrated;
}

bool Database::is_newest() {
  auto connection = connections_.to_read(wait_of({}));
  if (!connection)
    return false;
  const bool newest = sqlite::is_newest(**connection).value_or(false);
  if (!newest)
    connection->discard();
  return newest;
}

// What is there now may be on its way still: it is looked at whole before it is used.
Result<void> Database::find_again(const Wait& wait) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(file(), error);
  if (error || bytes == 0)
    return Failure(file_is_gone(file()));
  const auto lost_as = connections_.lost_as();
  std::filesystem::path aside;
  if (lost_as == FileState::file_gone)
    aside = connections_.set_own_log_aside();
  else
    TRY_VOID(make_way_for_new_log(lost_as, wait));
  connections_.go_on();
  auto found = open_and_migrate(wait);
  if (found && bytes <= max_bytes_to_check)
    found = quick_check(wait);
  if (!found) {
    connections_.lose(connections_.epoch(), lost_as);
    Error why = lost_as == FileState::log_cut ? log_is_lost(file()) : file_is_gone(file());
    why.detail = found.error().message + ": " + found.error().detail;
    return Failure(std::move(why));
  }
  if (lost_as != FileState::file_gone)
    return tell_of_log(lost_as, wait);
  log::warn(
      "the database " + file().string() + " was replaced while in use, and opened anew" +
      (aside.empty() ? std::string() : "; the log of the one before is kept as " + aside.string()));
  return {};
}

// SQLite shares one index among the connections of a process: all of them are closed before one is
// opened again. A write of another process by the old index, whose locks it does not share with
// what is opened next, ends within the pause; its next one looks first.
Result<void> Database::make_way_for_new_log(FileState lost_as, const Wait& wait) {
  TRY_VOID(connections_.wait_until_closed(wait));
  if (lost_as == FileState::log_cut) {
    connections_.remove_lost_index();
    if (is_headless(file().string() + "-wal"))
      set_log_aside(file(), Index::kept);
  }
  constexpr std::chrono::milliseconds pause{500};
  if (lost_as != FileState::log_gone)
    std::this_thread::sleep_for(pause);
  return {};
}

Result<void> Database::tell_of_log(FileState lost_as, const Wait& wait) {
  log::warn("the log of the database " + file().string() +
            (lost_as == FileState::log_gone ? " was removed or replaced while in use, and saved"
             : lost_as == FileState::index_gone
                 ? " had its index (-shm) removed or replaced while in "
                   "use, and was read again"
                 : " was cut while in use"));
  if (lost_as != FileState::log_cut)
    return {};
  const auto noted = commits_.run(
      [&](Connection& connection) {
        return sql::set_meta(connection, log_lost_at, clock_.now().time_since_epoch().count());
      },
      wait, true);
  if (!noted)
    log::warn("the loss could not be noted for doctor: " + noted.error().message);
  is_loss_to_tell_ = true;
  return {};
}

Result<void> Database::quick_check(const Wait& wait) {
  const auto connection = TRY(connections_.to_read(wait));
  auto statement = TRY(connection->prepare("PRAGMA quick_check(1)"));
  TRY(statement.step());
  if (statement.text(0) != "ok")
    return Failure(database_error("quick_check: " + statement.string(0)));
  return {};
}

bool Database::is_gone(const Error& error) const {
  return error.message == file_is_gone(file()).message;
}

Result<Connections::Loan> Database::begin_read(const Stop& stop) {
  const Wait wait = wait_of(stop);
  TRY_VOID(open_within(wait));
  auto first = connections_.to_read(wait);
  // Somebody else may have found the next file since.
  const bool lost = !first && is_gone(first.error());
  if (lost)
    TRY_VOID(open_within(wait));
  auto connection = lost ? connections_.to_read(wait) : std::move(first);
  if (!connection)
    return Failure(as_cancelled(connection.error(), wait));
  TRY_VOID((*connection)->run("BEGIN"));
  return connection;
}

// The next write after a loss tells of it: a read shows what is there, and its error may be
// nobody's.
Result<void> Database::open_to_write(const Wait& wait) {
  TRY_VOID(open_within(wait));
  if (is_loss_to_tell_.exchange(false))
    return Failure(log_is_lost(file()));
  return {};
}

Result<void> Database::commit(const CommitQueue::Use& use, const Stop& stop) {
  const Wait wait = wait_of(stop);
  TRY_VOID(open_to_write(wait));
  auto done = commits_.run(use, wait, connections_.options().full_sync);
  // Nothing was begun: there may be another file, or another log, by now.
  constexpr int max_attempts = 3;
  for (int attempt = 1; attempt < max_attempts && !done && is_gone(done.error()); ++attempt) {
    TRY_VOID(open_to_write(wait));
    done = commits_.run(use, wait, connections_.options().full_sync);
  }
  if (done && !connections_.options().full_sync && !connections_.options().temporary)
    log_sync_.note_write();
  return done;
}

Result<void> Database::write_soon(std::chrono::milliseconds timeout, const CommitQueue::Use& use,
                                  const Stop& stop) {
  const Wait wait = Wait::up_to(timeout, &stop);
  TRY_VOID(ensure_open(stop));
  return commits_.run(use, wait, false);
}

Result<void> Database::rewrite(const Stop& stop) {
  TRY_VOID(ensure_open(stop));
  const Wait wait = wait_of(stop);
  // One of its own: those for a file of others only read, and its schema has been checked by now.
  ConnectionOptions options = connections_.options();
  options.foreign = false;
  const auto connection = TRY(Connection::open(file(), options, wait));
  const auto lock = TRY(connection->lock_writers());
  if (!connection->may_move_log())
    return {};
  TRY_VOID(connection->vacuum());
  // Until no reader needs the WAL any more: its busy answer is a row, no error.
  for (;;) {
    if (TRY(connection->number_or_zero("PRAGMA wal_checkpoint(TRUNCATE)")) == 0)
      return {};
    if (wait.over() || wait.stopped())
      return Failure(unavailable("others read the database: its log still holds what was deleted",
                                 "remove it once more when they have ended"));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Result<void> Database::checkpoint() {
  if (!open_)
    return {};
  const auto connection = TRY(connections_.to_read(Wait::up_to(checkpoint_timeout)));
  const auto lock = TRY(connection->lock_writers());
  if (!connection->may_move_log())
    return {};
  // The first does the work beside readers and writers; the second, which keeps writers out, has
  // little left to do.
  return connection->script("PRAGMA wal_checkpoint(PASSIVE);PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace aim::store::sqlite
