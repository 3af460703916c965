#include "store/sqlite/database.h"

#include "base/file.h"
#include "store/sqlite/failure.h"
#include "store/sqlite/migrate.h"

namespace aim::store {
namespace {

constexpr std::chrono::milliseconds checkpoint_patience{2'000};

// The lock, when its owner lets go before the wait ends.
Result<std::unique_lock<std::timed_mutex>> lock_within(std::timed_mutex& mutex, const Wait& wait) {
  std::unique_lock lock(mutex, std::try_to_lock);
  while (!lock && !lock.try_lock_for(stop_is_asked_every)) {
    if (wait.stopped() || Wait::Clock::now() >= wait.until)
      return Failure(busy());
  }
  return lock;
}

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
  if (open_)
    return {};
  if (auto opened = open_file(wait); !opened)
    return Failure(told(opened.error(), wait));
  return {};
}

Result<void> Database::open_file(const Wait& wait) {
  const auto lock = TRY(lock_within(open_mutex_, wait));
  if (open_)
    return {};
  if (file().has_parent_path())
    TRY_VOID(make_private_folder(file().parent_path()));
  TRY_VOID(make_private_file(file()));
  auto connection = TRY(connections_.to_read(wait));
  if (auto migrated = migrate(*connection, file(), clock_); !migrated) {
    connection.discard();
    return migrated;
  }
  open_ = true;
  return {};
}

Result<Connections::Loan> Database::begin_read(const Stop& stop) {
  const Wait wait = wait_of(stop);
  TRY_VOID(open_within(wait));
  auto connection = connections_.to_read(wait);
  if (!connection)
    return Failure(told(connection.error(), wait));
  TRY_VOID((*connection)->run("BEGIN"));
  return connection;
}

Result<void> Database::commit(const CommitQueue::Use& use, const Stop& stop) {
  const Wait wait = wait_of(stop);
  TRY_VOID(open_within(wait));
  return commits_.run(use, wait, connections_.options().full_sync);
}

Result<void> Database::write_soon(std::chrono::milliseconds patience, const CommitQueue::Use& use,
                                  const Stop& stop) {
  const Wait wait = Wait::up_to(patience, &stop);
  TRY_VOID(ensure_open(stop));
  return commits_.run(use, wait, false);
}

Result<void> Database::checkpoint() {
  if (!open_)
    return {};
  const auto connection = TRY(connections_.to_read(Wait::up_to(checkpoint_patience)));
  // The first does the work beside readers and writers; the second, which keeps writers out, has little left to do.
  return connection->script("PRAGMA wal_checkpoint(PASSIVE);PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace aim::store
