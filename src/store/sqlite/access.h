// The database as one caller uses it: every wait of its calls ends when its stop function says so.
// Cheap to copy; one a call, so that each of many threads is stopped by its own caller only.
// Threads: as the database; the stop function is asked on the thread that calls.
#pragma once
#include <utility>

#include "store/sqlite/database.h"
#include "store/sqlite/failure.h"

namespace aim::store {

class Access {
 public:
  // `database` must outlive it.
  explicit Access(Database& database, Stop stop = {})
      : database_(&database), stop_(std::move(stop)) {}

  // As those of Database.
  template <class F>
  auto read(F&& use) {
    return database_->read(std::forward<F>(use), stop_);
  }
  template <class F>
  auto write(F&& use) {
    return database_->write(std::forward<F>(use), stop_);
  }
  Result<void> write_soon(std::chrono::milliseconds patience, const CommitQueue::Use& use) {
    return database_->write_soon(patience, use, stop_);
  }
  Result<void> ensure_open() { return database_->ensure_open(stop_); }
  Result<void> checkpoint() { return database_->checkpoint(); }
  const std::filesystem::path& file() const { return database_->file(); }

  // For work of several transactions: asks whether to go on. Errors: unavailable when stopped.
  Result<void> go_on() const {
    if (stop_ && stop_())
      return Failure(cancelled());
    return {};
  }

  Access stopped_by(Stop stop) const { return Access(*database_, std::move(stop)); }

 private:
  Database* database_;
  Stop stop_;
};

}  // namespace aim::store
