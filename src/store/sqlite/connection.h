// One connection to the database file: pragmas, our text functions, a bounded cache of prepared statements.
// Knows: SQLite. Must not know: what a memory is.
// Threads: one at a time; Database hands connections out.
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/wait.h"

struct sqlite3;

namespace aim::store {

struct ConnectionOptions {
  bool full_sync = true;  // an acknowledged write survives a power cut; false: it survives a crash of ours only
  std::chrono::milliseconds busy_wait{30'000};  // how long a write waits for another process (S18)
  int cache_kib = 5'120;
};

class Connection {
 public:
  // Opens an existing file (Database creates it). `wait` as for set_wait(). Errors: as failure() words them.
  static Result<std::unique_ptr<Connection>> open(const std::filesystem::path& file,
                                                  const ConnectionOptions& options,
                                                  const std::optional<Wait>& wait = {});
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // A statement from the cache. The SQL is ours: a mistake in it is our mistake, reported all the same.
  Result<Statement> prepare(std::string_view sql);

  // Prepares, binds, runs to the end.
  template <class... Values>
  Result<void> run(std::string_view sql, const Values&... values) {
    auto statement = TRY(prepare(sql));
    statement.bind(values...);
    return statement.run();
  }
  // The first column of the first row; nothing when there is no row or it is NULL.
  template <class... Values>
  Result<std::optional<std::int64_t>> number(std::string_view sql, const Values&... values) {
    auto statement = TRY(prepare(sql));
    statement.bind(values...);
    if (!TRY(statement.step()))
      return std::optional<std::int64_t>();
    return statement.maybe_integer(0);
  }
  // Several statements without parameters.
  Result<void> script(const std::string& sql);

  bool in_transaction() const;
  // Rows changed by the last statement.
  std::int64_t changes() const;
  // Rows changed since the connection was opened, shadow tables included.
  std::int64_t total_changes() const;

  // Until told to forget it, statements wait for locks as `wait` says; else each up to the busy_wait of the options.
  // Waiters of long standing ask more often than newcomers, so that none of many processes starves (S18).
  void set_wait(const Wait& wait) { busy_.wait = wait; }
  void forget_wait() { busy_.wait.reset(); }

  // Whether commits are synced to the disk; not within a transaction.
  Result<void> set_full_sync(bool full);
  // Ends long statements with an error when `stop` says so; it is asked every few thousand steps of a statement.
  void end_when(std::function<bool()> stop);

  const ConnectionOptions& options() const { return options_; }
  sqlite3* handle() const { return handle_; }

 private:
  explicit Connection(const ConnectionOptions& options) : options_(options) {}
  static int on_busy(void* self, int calls);

  struct Busy {
    std::optional<Wait> wait;
    Wait::Clock::time_point since;  // of a wait that has none
  };
  void forget_oldest();

  ConnectionOptions options_;
  sqlite3* handle_ = nullptr;
  Busy busy_;
  bool full_sync_ = true;
  std::function<bool()> end_;
  struct HashSql {
    using is_transparent = void;
    std::size_t operator()(std::string_view sql) const { return std::hash<std::string_view>()(sql); }
  };
  // Several of one text when one is needed while another is borrowed. Its nodes stay where they are.
  std::unordered_multimap<std::string, CachedStatement, HashSql, std::equal_to<>> statements_;
  std::uint64_t borrowings_ = 0;
};

}  // namespace aim::store
