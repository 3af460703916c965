#include "store/sqlite/connections.h"

#include <algorithm>
#include <thread>

namespace aim::store {
namespace {

constexpr unsigned least_readers = 3, most_readers = 8;
constexpr std::chrono::milliseconds longest_wait_for_another{50};
constexpr int cache_kib_of_more = 1'024;

}  // namespace

Connections::Connections(std::filesystem::path file, const ConnectionOptions& options)
    : file_(std::move(file)),
      options_(options),
      max_readers_(
          std::clamp(std::thread::hardware_concurrency() + 1, least_readers, most_readers)) {}

std::size_t Connections::opened() const {
  const std::lock_guard lock(mutex_);
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
  std::unique_lock lock(mutex_);
  returned_.wait_for(lock, longest_wait_for_another, [&] { return reading_ < max_readers_; });
  ++reading_;
  Owned idle = take_idle();
  if (!idle && open_ == 1)
    idle = std::move(writer_);
  lock.unlock();
  return lend(std::move(idle), wait, false);
}

Result<Connections::Loan> Connections::to_write(const Wait& wait) {
  std::unique_lock lock(mutex_);
  Owned idle = writer_ ? std::move(writer_) : take_idle();
  lock.unlock();
  return lend(std::move(idle), wait, true);
}

Result<Connections::Loan> Connections::lend(Owned idle, const Wait& wait, bool writes) {
  Loan loan(*this, writes);
  loan.connection_ = std::move(idle);
  if (loan.connection_) {
    loan->set_wait(wait);
    return loan;
  }
  ConnectionOptions options = options_;
  {
    const std::lock_guard lock(mutex_);
    ++opened_;
    if (++open_ > 1)
      options.cache_kib = std::min(options.cache_kib, cache_kib_of_more);
  }
  loan.connection_ = TRY(Connection::open(file_, options, wait));
  return loan;
}

void Connections::take_back(Owned connection, bool writes) {
  // Ends the snapshot of a read; there is none after a commit.
  if (connection && connection->in_transaction() && !connection->run("ROLLBACK"))
    connection.reset();
  if (connection)
    connection->forget_wait();
  Owned one_too_many;  // closed after the lock is given up
  const std::lock_guard lock(mutex_);
  if (!writes) {
    --reading_;
    returned_.notify_one();
  }
  if (!connection)
    --open_;
  else if (writes && !writer_)
    writer_ = std::move(connection);
  else if (idle_.size() < max_readers_)
    idle_.push_back(std::move(connection));
  else
    --open_, one_too_many = std::move(connection);
}

}  // namespace aim::store
