#include "store/sqlite/core/connection.h"

#include <sqlite3.h>

#include <exception>
#include <thread>

#include "base/log.h"
#include "base/platform/system.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/core/file_bytes.h"
#include "store/sqlite/core/state_functions.h"
#include "store/sqlite/foreign/foreign_file.h"
#include "store/sqlite/foreign/guard.h"
#include "store/sqlite/log/own_log.h"
#include "store/sqlite/search/text_functions.h"

namespace aim::store::sqlite {
namespace {
constexpr std::size_t max_cached_statements = 96;
// In the log before a commit moves them into the file. The more, the fewer pages: most stores
// change the same ones.
constexpr std::uint32_t bytes_between_checkpoints = 16'384'000;
constexpr int wide_cache_kib = 64 * 1'024;
constexpr int steps_between_looks = 5'000;
// A read of a database of ours may take some times as long as one of a stranger's: it may be an old
// one of a slow layout.
constexpr std::int64_t own_steps = 200'000'000, own_times = 4;
// No text of a legacy database is as long; a column that computes one would fill the memory.
constexpr int max_value_bytes = 128 * 1'024 * 1'024;
// Of what we write ourselves, packed texts are the largest.
constexpr int max_foreign_value_bytes = 8 * 1'024 * 1'024;

int pages_between_checkpoints(sqlite3* database) {
  const auto header = header_of(database);
  const std::uint32_t page = header ? page_size_of(*header) : new_page_bytes;  // never encrypted
  return static_cast<int>(bytes_between_checkpoints / std::max(page, smallest_page_bytes));
}

std::string_view sync_pragma(bool full) {
  if (this_system == System::macos)  // its plain fsync() does not wait for the disk
    return full ? "PRAGMA synchronous=FULL;PRAGMA fullfsync=1;PRAGMA checkpoint_fullfsync=1"
                : "PRAGMA synchronous=NORMAL;PRAGMA fullfsync=0";
  return full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL";
}

// Statistics of memory use would cost a lock an allocation. Must come before the first use of
// SQLite.
void configure_once() {
  static const bool done = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK &&
                           sqlite3_config(SQLITE_CONFIG_MULTITHREAD) == SQLITE_OK;
  (void)done;
}

// Reads what every log of ours changes, too. SQLITE_NOTADB: the key does not open the first page;
// SQLITE_CORRUPT: a later one.
int state_by_key(sqlite3* database) {
  for (const char* sql : {"SELECT count(*) FROM sqlite_schema", "SELECT count(*) FROM file_mark"}) {
    sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
    if (const int code = sqlite3_errcode(database); code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
      return code;
  }
  return SQLITE_OK;
}

// Without the log beside it.
bool opens_alone(const std::filesystem::path& file, const FileKey& key) {
  sqlite3* opened = nullptr;
  const bool reads = sqlite3_open_v2(uri_of(file, "?immutable=1").c_str(), &opened,
                                     SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
                                     nullptr) == SQLITE_OK &&
                     set_key(opened, key) && state_by_key(opened) == SQLITE_OK;
  sqlite3_close_v2(opened);
  return reads;
}
}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(const std::filesystem::path& file,
                                                     const ConnectionOptions& options,
                                                     const std::optional<Wait>& wait) {
  configure_once();
  std::unique_ptr<Connection> connection(new Connection(options));
  TRY_VOID(check_one_name(file));
  connection->only_readable_ = is_only_readable(file);
  constexpr int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int opened =
      connection->only_readable_
          ? sqlite3_open_v2(uri_of(file, "?immutable=1").c_str(), &connection->handle_,
                            flags | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr)
          : sqlite3_open_v2(file.string().c_str(), &connection->handle_,
                            flags | SQLITE_OPEN_READWRITE, nullptr);
  if (opened != SQLITE_OK)
    return Failure(failure(connection->handle_, "open"));
  if (!connection->is_expected_file())
    return Failure(file_is_gone(file));
  harden(connection->handle_);
  if (options.foreign)
    only_ours(connection->handle_);
  sqlite3_progress_handler(connection->handle_, steps_between_looks, on_progress, connection.get());
  TRY_VOID(connection->unlock());
  sqlite3_limit(connection->handle_, SQLITE_LIMIT_LENGTH,
                options.foreign ? max_foreign_value_bytes : max_value_bytes);
  connection->busy_.wait = wait;
  connection->place_.note_log(connection->handle_);
  if (options.check_log && !log_fits(connection->handle_))
    TRY(connection->put_log_aside());
  connection->full_sync_ = options.full_sync;
  sqlite3_busy_handler(connection->handle_, on_busy, connection.get());
  sqlite3_wal_autocheckpoint(connection->handle_, pages_between_checkpoints(connection->handle_));
  const int state = connection->key_ ? state_by_key(connection->handle_) : SQLITE_OK;
  if (state != SQLITE_OK && options.check_log && opens_alone(file, *connection->key_)) {
    sqlite3_db_config(connection->handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    const bool done = TRY(connection->put_log_aside());
    connection.reset();
    return done ? open(file, options, wait) : Failure(wrong_key());
  }
  if (state == SQLITE_NOTADB)
    return Failure(wrong_key());
  TRY_VOID(connection->prepare_settings());
  TRY_VOID(add_text_functions(connection->handle_));
  TRY_VOID(add_state_functions(connection->handle_));
  // The log and its index are opened by the first read. Until then another process that is the last
  // to close may delete the log that was looked at.
  sqlite3_exec(connection->handle_, "PRAGMA schema_version", nullptr, nullptr, nullptr);
  const auto judged = connection->place_.log();
  connection->place_.note_log(connection->handle_);
  if (options.check_log && connection->place_.log() != judged && !log_fits(connection->handle_)) {
    sqlite3_db_config(connection->handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    return Failure(file_is_gone(file));
  }
  connection->look_at_files();
  return connection;
}

// Not while another process saves a log that has lost its name: it puts away what stands in its
// place, and makes a new one. The others that use this very file have such a log, and their index
// does not describe the log that is put aside.
Result<bool> Connection::put_log_aside() {
  const auto lock = TRY(lock_writers());
  const auto judged = place_.log();
  place_.note_log(handle_);
  if (place_.log() != judged)
    return true;
  const std::filesystem::path file = path_of(handle_);
  const auto aside = set_log_aside(file, is_used_by_others(handle_) ? Index::kept : Index::dropped);
  place_.note_log(handle_);
  if (!aside.empty())
    log::warn("the log beside " + file.string() +
              " belongs to another file and was not read; it is kept as " + aside.string());
  return !aside.empty();
}

bool Connection::is_expected_file() const {
  if (!options_.expected)
    return true;
  int moved = 0;
  sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved == 0 && file_id(sqlite3_db_filename(handle_, "main")) == options_.expected;
}

Result<void> Connection::unlock() {
  if (const auto salt = salt_of(handle_)) {
    if (!options_.find_key)
      return Failure(wrong_key());
    key_ = FileKey{TRY(options_.find_key(*salt)), *salt};
  } else if (options_.new_key && !header_of(handle_)) {
    key_ = options_.new_key;
  }
  return key_ ? set_key(handle_, *key_) : Result<void>();
}

Result<void> Connection::prepare_settings() {
  return script(
      std::string(options_.temporary ? "PRAGMA synchronous=OFF" : sync_pragma(options_.full_sync)) +
      ";PRAGMA foreign_keys=ON;PRAGMA temp_store=MEMORY;PRAGMA cache_size=-" +
      std::to_string(options_.cache_kib));
}

Connection::~Connection() {
  for (auto& [sql, cached] : statements_) sqlite3_finalize(cached.statement);
  // The last to close moves the log into the file and deletes it, by its name: here that is another
  // file's.
  const auto state = handle_ ? look_at_files() : FileState::kept;
  if (state == FileState::log_gone && !in_transaction())
    if (const auto saved = save_log(); !saved)
      log::warn(
          "the log of the database, whose name was removed or replaced, could not be saved: " +
          saved.error().detail);
  // As much as the next to come reads in a fraction of a millisecond.
  constexpr std::uint64_t short_log_bytes = std::uint64_t{256} * 1024;
  const bool stays =
      options_.leaves_log && handle_ && open_log_bytes(handle_).value_or(0) < short_log_bytes;
  if (state != FileState::kept || stays || options_.temporary || (handle_ && !has_log_of_index()))
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  sqlite3_close_v2(handle_);
}

// A wait of half a minute is logged after 2 and 10 seconds, others after as much of theirs: who
// waits sees why, and a log says later what stood still. What is over at once is not worth a line.
// Called by SQLite, which no exception may pass.
void Connection::Busy::tell(Wait::Clock::time_point now, Wait::Clock::duration at_most) noexcept {
  using std::chrono::duration_cast;
  using std::chrono::milliseconds;
  constexpr std::array parts{15, 3};
  constexpr milliseconds worth_a_line{200};
  if (since != told_since) {
    told_since = since;
    told = 0;
  }
  const auto waited = duration_cast<milliseconds>(now - since);
  const auto whole = duration_cast<milliseconds>(at_most);
  if (static_cast<std::size_t>(told) == parts.size() || waited < worth_a_line ||
      waited < whole / parts[static_cast<std::size_t>(told)])
    return;
  ++told;
  try {
    log::warn("the database is in use by another program: waited " +
              std::to_string(waited.count()) + " of at most " + std::to_string(whole.count()) +
              " ms");
  } catch (const std::exception&) {  // no memory, no line
  }
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
  busy.tell(now, until - since);
  // The longer the wait, the shorter the nap: from 5 ms for a newcomer to 0.2 ms after two seconds.
  using std::chrono::microseconds;
  const auto waited = std::chrono::duration_cast<microseconds>(now - since);
  const auto nap =
      std::clamp(microseconds(5'000) - waited / 400, microseconds(200), microseconds(5'000));
  std::this_thread::sleep_for(calls < 3 ? microseconds(200) : nap);
  return 1;
}

Result<std::optional<FileLock>> Connection::lock_writers() {
  const std::filesystem::path file = sqlite3_db_filename(handle_, "main");
  for (int calls = 0;; ++calls) {
    auto lock = FileLock::try_take_folder(file.parent_path());
    if (!lock)
      return std::optional<FileLock>();
    if (*lock)
      return lock;
    if (on_busy(this, calls) == 0)
      return Failure(busy());
  }
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

std::int64_t Connection::changes() const {
  return sqlite3_changes64(handle_);
}

std::int64_t Connection::total_changes() const {
  return sqlite3_total_changes64(handle_);
}

bool Connection::in_transaction() const {
  return !sqlite3_get_autocommit(handle_);
}

void Connection::set_wait(const Wait& wait) {
  busy_.wait = wait;
  if (options_.foreign)
    limit_steps();
  else
    steps_left_ = INT64_MAX;
}

void Connection::limit_steps() {
  // The size is asked for when the smallest file's steps are used up, which is next to never.
  steps_left_ = options_.foreign ? steps_for(sqlite3_db_filename(handle_, "main")) : own_steps;
  steps_by_size_ = options_.foreign;
}

void Connection::end_when(std::function<bool()> stop) {
  end_ = std::move(stop);
}

int Connection::on_progress(void* self) {
  auto& connection = *static_cast<Connection*>(self);
  connection.steps_left_ -= steps_between_looks;
  if (connection.steps_left_ <= 0 && !connection.steps_by_size_) {
    connection.steps_by_size_ = true;
    connection.steps_left_ =
        own_times * steps_for(sqlite3_db_filename(connection.handle_, "main")) - own_steps;
  }
  if (connection.steps_left_ <= 0)
    return 1;
  try {  // as Wait::stopped()
    return connection.end_ && connection.end_() ? 1 : 0;
  } catch (...) {
    return 1;
  }
}

void Connection::distrust(bool on) {
  if (options_.foreign)
    return;
  if (on) {
    only_ours(handle_);
    steps_left_ = own_times * steps_for(sqlite3_db_filename(handle_, "main"));
  } else {
    end_only_ours(handle_);
    steps_left_ = INT64_MAX;
  }
}

bool Connection::may_keep() const {
  return sqlite3_txn_state(handle_, "main") != SQLITE_TXN_WRITE;
}

void Connection::use_triggers(bool use) {
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_TRIGGER, use ? 1 : 0, nullptr);
}

Result<void> Connection::widen_cache() {
  if (wide_for_ == 0)
    TRY_VOID(script("PRAGMA cache_size=-" + std::to_string(wide_cache_kib)));
  wide_for_ = 2;
  return {};
}

void Connection::narrow_cache() {
  if (wide_for_ == 0 || --wide_for_ > 0)
    return;
  if (const auto done = script("PRAGMA cache_size=-" + std::to_string(options_.cache_kib)); !done)
    log::warn("the cache of the database stays wide: " + done.error().message);
}

// Cut to nothing when that is done, so that nobody who has it open reads it by an index that has
// gone on with another log.
Result<void> Connection::vacuum() {
  // SQLite attaches the copy that it makes; nothing else may be attached.
  const int most = sqlite3_limit(handle_, SQLITE_LIMIT_ATTACHED, 1);
  // It makes our own indexes, whose functions some versions of SQLite would not take.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, nullptr);
  const auto done = script("VACUUM");
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_limit(handle_, SQLITE_LIMIT_ATTACHED, most);
  return done;
}

Result<void> Connection::save_log() {
  if (open_log_bytes(handle_).value_or(0) == 0)
    return {};
  if (!has_log_of_index())
    return Failure(database_error("others have written to another log since"));
  if (sqlite3_wal_checkpoint_v2(handle_, "main", SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr) !=
      SQLITE_OK)
    return Failure(failure(handle_, "save the log"));
  place_.put_other_log_away(handle_);
  return {};
}

Result<void> Connection::set_full_sync(bool full) {
  if (full == full_sync_ || options_.temporary)
    return {};
  TRY_VOID(script(std::string(sync_pragma(full))));
  full_sync_ = full;
  return {};
}

}  // namespace aim::store::sqlite
