#include "store/sqlite/connection.h"

#include <sqlite3.h>

#include <algorithm>
#include <thread>

#include "store/sqlite/failure.h"
#include "store/sqlite/text_functions.h"

namespace aim::store {
namespace {
constexpr std::size_t max_cached_statements = 96;

std::string_view sync_pragma(bool full) {
  return full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL";
}

// Statistics of memory use would cost a lock an allocation. Must come before the first use of SQLite.
void configure_once() {
  static const bool done = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK &&
                           sqlite3_config(SQLITE_CONFIG_MULTITHREAD) == SQLITE_OK;
  (void)done;
}
}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(const std::filesystem::path& file,
                                                     const ConnectionOptions& options,
                                                     const std::optional<Wait>& wait) {
  configure_once();
  std::unique_ptr<Connection> connection(new Connection(options));
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (sqlite3_open_v2(file.c_str(), &connection->handle_, flags, nullptr) != SQLITE_OK)
    return Failure(failure(connection->handle_, "open"));
  connection->busy_.wait = wait;
  connection->full_sync_ = options.full_sync;
  sqlite3_busy_handler(connection->handle_, on_busy, connection.get());
  TRY_VOID(connection->script(std::string(sync_pragma(options.full_sync)) +
                              ";PRAGMA foreign_keys=ON;PRAGMA temp_store=MEMORY;PRAGMA cache_size=-" +
                              std::to_string(options.cache_kib)));
  TRY_VOID(add_text_functions(connection->handle_));
  return connection;
}

Connection::~Connection() {
  for (auto& [sql, cached] : statements_)
    sqlite3_finalize(cached.statement);
  sqlite3_close_v2(handle_);
}

int Connection::on_busy(void* self, int calls) {
  auto& connection = *static_cast<Connection*>(self);
  auto& busy = connection.busy_;
  const auto now = Wait::Clock::now();
  if (calls == 0)
    busy.since = now;
  const auto since = busy.wait ? busy.wait->since : busy.since;
  const auto until = busy.wait ? busy.wait->until : busy.since + connection.options_.busy_wait;
  if (now >= until || (busy.wait && busy.wait->stopped()))
    return 0;
  // The longer the wait, the shorter the nap: from 5 ms for a newcomer to 0.2 ms after two seconds.
  using std::chrono::microseconds;
  const auto waited = std::chrono::duration_cast<microseconds>(now - since);
  const auto nap = std::clamp(microseconds(5'000) - waited / 400, microseconds(200), microseconds(5'000));
  std::this_thread::sleep_for(calls < 3 ? microseconds(200) : nap);
  return 1;
}

Result<Statement> Connection::prepare(std::string_view sql) {
  const auto [first, last] = statements_.equal_range(sql);
  for (auto each = first; each != last; ++each)
    if (!each->second.borrowed) {
      each->second.last_used = ++borrowings_;
      return Statement(each->second);
    }
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK)
    return Failure(failure(handle_, sql));
  if (statements_.size() >= max_cached_statements)
    forget_oldest();
  const auto added = statements_.emplace(sql, CachedStatement{statement, false, ++borrowings_});
  return Statement(added->second);
}

void Connection::forget_oldest() {
  auto oldest = statements_.end();
  for (auto each = statements_.begin(); each != statements_.end(); ++each)
    if (!each->second.borrowed &&
        (oldest == statements_.end() || each->second.last_used < oldest->second.last_used))
      oldest = each;
  if (oldest == statements_.end())
    return;
  sqlite3_finalize(oldest->second.statement);
  statements_.erase(oldest);
}

Result<void> Connection::script(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return Failure(failure(handle_, sql));
  return {};
}

std::int64_t Connection::changes() const { return sqlite3_changes64(handle_); }

std::int64_t Connection::total_changes() const { return sqlite3_total_changes64(handle_); }

bool Connection::in_transaction() const { return !sqlite3_get_autocommit(handle_); }

void Connection::end_when(std::function<bool()> stop) {
  constexpr int steps = 5'000;
  end_ = std::move(stop);
  sqlite3_progress_handler(
      handle_, steps,
      [](void* self) { return static_cast<Connection*>(self)->end_() ? 1 : 0; }, this);
}

Result<void> Connection::set_full_sync(bool full) {
  if (full == full_sync_)
    return {};
  TRY_VOID(script(std::string(sync_pragma(full))));
  full_sync_ = full;
  return {};
}

}  // namespace aim::store
