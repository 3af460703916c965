#include "store/sqlite/core/connections.h"

#include <algorithm>
#include <thread>

#include "store/sqlite/core/failure.h"
#include "store/sqlite/core/own_log.h"

namespace aim::store::sqlite {
namespace {

constexpr unsigned least_readers = 3, max_readers = 8;
constexpr std::chrono::milliseconds longest_wait_for_another{50};
constexpr int cache_kib_of_more = 1'024;

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
  // Alone it gets the one that wrote last, whose cache is the only one that is still valid.
  // It is the writer's again when it comes back.
  const bool is_writer = ++reading_ == 1 && writer_;
  Owned idle = is_writer ? std::move(writer_) : take_idle();
  lock.unlock();
  auto loan = lend(std::move(idle), wait, false);
  if (loan)
    loan->is_writer_ = is_writer;
  return loan;
}

Result<Connections::Loan> Connections::to_write(const Wait& wait) {
  Lock lock(mutex_);
  Owned idle = writer_ ? std::move(writer_) : take_idle();
  lock.unlock();
  return lend(std::move(idle), wait, true);
}

Connections::State Connections::state_of(Connection& connection) {
  const bool in_place = connection.is_in_place();
  const auto id = file_id(file_);
  const Lock lock(mutex_);
  if (connection.epoch() != epoch_)
    return State::of_another_epoch;
  if (!in_place)
    return State::gone;
  if (!id_)
    id_ = id;
  if (connection.place().log())
    log_ = connection.place().log();
  return id == id_ ? State::in_place : State::gone;
}

void Connections::lose(std::uint64_t epoch) {
  std::vector<Owned> given_up;  // closed after the lock is given up
  Owned writer;
  const auto id = file_id(file_);
  const Lock lock(mutex_);
  if (epoch != epoch_)
    return;
  lost_ = true;
  overwritten_ = id == id_;
  given_up.swap(idle_);
  writer.swap(writer_);
  open_ -= given_up.size() + (writer ? 1 : 0);
}

void Connections::go_on() {
  const auto id = file_id(file_);
  const Lock lock(mutex_);
  ++epoch_;
  id_ = id;
  log_.reset();
  lost_ = false;
}

std::filesystem::path Connections::set_own_log_aside() {
  const auto id = file_id(file_), log = file_id(file_.native() + "-wal");
  {
    const Lock lock(mutex_);
    const bool is_back = id == id_ && !overwritten_;
    if (!log || log != log_ || is_back)
      return {};
  }
  return set_log_aside(file_);
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
  if (open_ > 1)
    next.options.cache_kib = std::min(next.options.cache_kib, cache_kib_of_more);
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
    const auto state = state_of(*loan);
    if (state == State::in_place) {
      loan->set_wait(wait);
      if (!writes)
        loan->limit_steps();
      return loan;
    }
    if (state == State::gone)
      lose(loan->epoch());
    loan.connection_.reset();
  }
  return Failure(file_is_gone(file_));
}

// Once all are closed, the log may be anybody's.
void Connections::forget_one() {
  if (--open_ == 0)
    checked_log_of_ = 0;
}

void Connections::take_back(Owned connection, bool writes, bool is_writer) {
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
  }
  if (!connection)
    forget_one();
  else if (is_writer && !writer_)
    writer_ = std::move(connection);
  else if (idle_.size() < max_readers_)
    idle_.push_back(std::move(connection));
  else
    forget_one(), one_too_many = std::move(connection);
}

}  // namespace aim::store::sqlite
