#include "store/sqlite/core/connections.h"

#include <thread>

#include "store/sqlite/core/failure.h"
#include "store/sqlite/log/own_log.h"

namespace aim::store::sqlite {
namespace {

constexpr unsigned least_readers = 3, max_readers = 8;
constexpr std::chrono::milliseconds longest_wait_for_another{50};

}  // namespace

Connections::Connections(std::filesystem::path file, const ConnectionOptions& options)
    : file_(std::move(file)),
      options_(options),
      max_readers_(
          std::clamp(std::thread::hardware_concurrency() + 1, least_readers, max_readers)) {
  idle_.reserve(max_readers_);  // the end of a loan must not throw
}

std::size_t Connections::opened() const {
  const Lock lock(mutex_);
  return opened_;
}

void Connections::narrow_caches() {
  const Lock lock(mutex_);
  for (const Owned& each : idle_) each->narrow_cache();
}

Connections::Owned Connections::take_idle() {
  if (idle_.empty())
    return nullptr;
  Owned connection = std::move(idle_.back());
  idle_.pop_back();
  return connection;
}

Result<Connections::Loan> Connections::to_read(const Wait& wait) {
  Lock lock(mutex_);
  const auto until = std::chrono::steady_clock::now() + longest_wait_for_another;
  while (reading_ >= max_readers_ &&
         returned_.wait_until(lock, until) == std::cv_status::no_timeout) {
  }
  ++reading_;
  Owned idle = take_idle();
  lock.unlock();
  return lend(std::move(idle), wait, false);
}

Result<Connections::Loan> Connections::to_write(const Wait& wait) {
  Lock lock(mutex_);
  Owned idle = take_idle();
  lock.unlock();
  return lend(std::move(idle), wait, true);
}

Result<Connections::State> Connections::state_of(Connection& connection) {
  FileState state = connection.look_at_files();
  const auto id = file_id(file_);
  {
    const Lock lock(mutex_);
    if (connection.epoch() != epoch_)
      return State::outdated;
    if (!id_ && state != FileState::file_gone)
      id_ = id;
    if (id != id_)
      state = FileState::file_gone;
    if (connection.place().log())
      log_ = connection.place().log();
    // SQLite shares one index among the connections of a process: one that was opened after the
    // name became another file's uses the old index too.
    if (!index_)
      index_ = connection.place().index();
    else if (state == FileState::kept && connection.place().index() &&
             connection.place().index() != index_)
      state = FileState::index_gone;
  }
  if (state == FileState::kept)
    return State::in_place;
  if (state == FileState::changed)
    return State::outdated;
  TRY_VOID(give_up(connection, state));
  return State::gone;
}

// A log that only readers or writers keep from being saved is not lost: the next call tries again.
Result<void> Connections::give_up(Connection& connection, FileState state) {
  if (state == FileState::log_gone) {
    const auto lock = TRY(connection.lock_writers());
    const auto saved = connection.save_log();
    if (!saved && is_busy(saved.error()))
      return saved;
    if (!saved)
      state = FileState::log_cut;
  }
  lose(connection.epoch(), state);
  return {};
}

Result<void> Connections::confirm_commit(Connection& connection) {
  const auto state = connection.look_at_files();
  if (state == FileState::kept || (state == FileState::log_gone && connection.save_log()))
    return {};
  if (state == FileState::index_gone) {
    // A process that opened the database with another index has not written since, because this one
    // holds the lock of the writers (Connection::lock_writers). Without that index it reads the log
    // again.
    std::error_code error;
    std::filesystem::remove(file_.string() + "-shm", error);
    return {};
  }
  return Failure(state == FileState::file_gone ? file_is_gone(file_, true) : log_is_lost(file_));
}

FileState Connections::lost_as() const {
  const Lock lock(mutex_);
  return lost_as_;
}

Result<void> Connections::wait_until_closed(const Wait& wait) {
  Lock lock(mutex_);
  while (open_ > 0) {
    if (wait.over())
      return Failure(busy());
    returned_.wait_until(lock, std::min(wait.until, Wait::Clock::now() + sql::stop_poll_interval));
    lock.unlock();
    if (wait.stopped())
      return Failure(busy());
    lock.lock();
  }
  return {};
}

void Connections::remove_lost_index() {
  const std::string name = file_.string() + "-shm";
  const auto id = file_id(name);
  const Lock lock(mutex_);
  std::error_code error;
  if (id && id == index_)
    std::filesystem::remove(name, error);
}

void Connections::lose(std::uint64_t epoch, FileState as) {
  std::vector<Owned> given_up;  // closed after the lock is given up
  const auto id = file_id(file_);
  const Lock lock(mutex_);
  if (epoch != epoch_)
    return;
  lost_ = true;
  lost_as_ = as;
  overwritten_ = id == id_;
  given_up.swap(idle_);
  open_ -= given_up.size();
}

void Connections::go_on() {
  const auto id = file_id(file_);
  const Lock lock(mutex_);
  ++epoch_;
  id_ = id;
  log_.reset();
  index_.reset();
  lost_ = false;
}

std::filesystem::path Connections::set_own_log_aside() {
  const auto id = file_id(file_), log = file_id(file_.string() + "-wal");
  {
    const Lock lock(mutex_);
    const bool is_back = id == id_ && !overwritten_;
    if (!log || log != log_ || is_back)
      return {};
  }
  return set_log_aside(file_, Index::dropped);
}

std::uint64_t Connections::epoch() const {
  const Lock lock(mutex_);
  return epoch_;
}

Connections::Opening Connections::next_opening() const {
  const Lock lock(mutex_);
  Opening next{options_, epoch_, !id_};
  next.options.check_log = checked_log_of_ != epoch_ || open_ == 1;
  next.options.expected = id_;
  return next;
}

Result<Connections::Owned> Connections::open_one(const Wait& wait) {
  // Nobody else opens the file while one looks at its log: they would read what is about to be put
  // aside.
  auto looking = TRY(lock_within(looking_, wait));
  const Opening next = next_opening();
  if (!next.options.check_log)
    looking.unlock();
  return open(next, wait);
}

Result<Connections::Owned> Connections::open(const Opening& next, const Wait& wait) {
  auto opened = Connection::open(file_, next.options, wait);
  if (opened) {
    (*opened)->set_epoch(next.epoch);
    const Lock lock(mutex_);
    ++opened_;
    if (next.options.check_log)
      checked_log_of_ = next.epoch;
  } else if (!next.is_first && file_id(file_) != next.options.expected) {
    lose(next.epoch);
  }
  return opened;
}

Result<Connections::Loan> Connections::lend(Owned idle, const Wait& wait, bool writes) {
  Loan loan(*this, writes);
  loan.connection_ = std::move(idle);
  if (!loan.connection_) {
    const Lock lock(mutex_);
    ++open_;
  }
  // More than one round only where the file is replaced again and again.
  constexpr int max_rounds = 4;
  for (int round = 0; round < max_rounds && !lost_; ++round) {
    if (!loan.connection_) {
      const auto tried = epoch();
      auto opened = open_one(wait);
      if (!opened && !lost_ && epoch() == tried)
        return Failure(opened.error());
      if (!opened)
        continue;
      loan.connection_ = std::move(*opened);
    }
    loan->set_wait(wait);
    const auto state = TRY(state_of(*loan));
    if (state == State::in_place) {
      if (!writes)
        loan->limit_steps();
      return loan;
    }
    loan.connection_.reset();
  }
  return Failure(file_is_gone(file_));
}

// Once all are closed, the log may be anybody's, and its index another. The index of a lost log is
// still to be removed.
void Connections::forget_one() {
  if (--open_ > 0)
    return;
  checked_log_of_ = 0;
  if (!lost_)
    index_.reset();
}

void Connections::take_back(Owned connection, bool writes) {
  if (connection && (lost_ || connection->epoch() != epoch()))
    connection.reset();
  // Ends the snapshot of a read; there is none after a commit.
  if (connection && connection->in_transaction() && !connection->run("ROLLBACK"))
    connection.reset();
  if (connection)
    connection->forget_wait();
  Owned one_too_many;  // closed after the lock is given up
  const Lock lock(mutex_);
  if (!writes) {
    --reading_;
    returned_.notify_one();
  } else {  // one connection at a time keeps many pages
    for (const Owned& other : idle_) other->narrow_cache();
  }
  if (!connection)
    forget_one();
  else if (idle_.size() < max_readers_)
    idle_.push_back(std::move(connection));
  else
    forget_one(), one_too_many = std::move(connection);
}

}  // namespace aim::store::sqlite
