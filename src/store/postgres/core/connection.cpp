#include "store/postgres/core/connection.h"

#include <poll.h>

#include <charconv>

#include "base/error.h"
#include "store/postgres/core/failure.h"

namespace aim::store::postgres {
namespace {

constexpr std::size_t max_prepared = 400;
constexpr int rows_at_a_time = 500;
constexpr std::size_t worth_sending = 32 << 10;

// Compiling a query costs more than any of ours runs. Our tables lie in a schema of their own;
// extensions, where the database has them.
// What is asked again finds all it needs by indexes, however many there are: to plan it anew for
// its values, as the server else does, costs more than to run it. The plan that is kept instead was
// perhaps made when the tables were empty: it must not read them whole when they are not.
constexpr const char* settings =
    "SET search_path = ai_memory, public; SET jit = off; SET client_min_messages = error; "
    "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; "
    "SET client_connection_check_interval = 1000; SET idle_in_transaction_session_timeout = 600000";

constexpr const char* how_far =
    "SELECT CAST(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE "
    "pg_current_wal_insert_lsn() END, '0/0') AS bigint)";

std::string key_of(const Statement& statement) {
  std::string key = statement.sql();
  for (const Parameter& each : statement.parameters())
    key.append("\n").append(std::to_string(each.type));
  return key;
}

std::string key_with_values(const Statement& statement) {
  std::string key = key_of(statement);
  for (const Parameter& each : statement.parameters()) {
    const std::string_view bytes = each.null ? std::string_view() : each.bytes();
    key.append(each.null ? "\nnull" : "\n" + std::to_string(bytes.size()) + ' ').append(bytes);
  }
  return key;
}

int milliseconds_of(Wait::Clock::duration time) {
  const auto count = std::chrono::ceil<std::chrono::milliseconds>(time).count();
  return static_cast<int>(std::clamp<std::int64_t>(count, 0, 60'000));
}

}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(const std::string& address,
                                                     const ConnectionOptions& options,
                                                     const Wait& wait) {
  const Libpq* pq = TRY(libpq());
  std::unique_ptr<Connection> connection(new Connection(*pq, options));
  Wait connect_wait = wait;
  connect_wait.until = std::min(wait.until, Wait::Clock::now() + options.connect_wait);
  connection->set_wait(connect_wait);
  TRY_VOID(connection->connect(address, connect_wait));
  TRY_VOID(connection->script(settings));
  if (!options.full_sync)
    TRY_VOID(connection->run("SET synchronous_commit = off"));
  connection->set_wait({});
  return connection;
}

Connection::~Connection() {
  if (handle_)
    pq_.finish(handle_);
}

// What the address says comes last, and so has precedence.
Result<void> Connection::connect(const std::string& address, const Wait& wait) {
  constexpr int expand = 1;
  const char* const names[] = {
      "keepalives_idle", "keepalives_interval",       "keepalives_count", "tcp_user_timeout",
      "client_encoding", "fallback_application_name", "dbname",           nullptr};
  const char* const values[] = {"10",   "5", "3", "15000", "UTF8", "ai-memory", address.c_str(),
                                nullptr};
  handle_ = pq_.connect_start(names, values, expand);
  if (!handle_)
    return Failure(out_of_memory());
  if (pq_.status(handle_) == CONNECTION_BAD)
    return Failure(broken(pq_.error_message(handle_)));
  pq_.set_error_verbosity(handle_, PQERRORS_VERBOSE);
  for (PostgresPollingStatusType state = PGRES_POLLING_WRITING; state != PGRES_POLLING_OK;
       state = pq_.connect_poll(handle_)) {
    if (state == PGRES_POLLING_FAILED)
      return Failure(broken(pq_.error_message(handle_)));
    TRY_VOID(wait_for(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, wait));
  }
  if (pq_.set_nonblocking(handle_, 1) != 0 || pq_.enter_pipeline(handle_) != 1)
    return Failure(broken(pq_.error_message(handle_)));
  return {};
}

Error Connection::broken(std::string detail) {
  usable_ = false;
  return connection_failure(std::move(detail));
}

Result<void> Connection::wait_for(short events, const Wait& wait) {
  pollfd waiting{pq_.socket(handle_), events, 0};
  for (;;) {
    int timeout = milliseconds_of(wait.until - std::min(Wait::Clock::now(), wait.until));
    if (wait.stoppable())
      timeout = std::min(timeout, static_cast<int>(stop_poll_interval.count()));
    if (::poll(&waiting, 1, timeout) > 0)
      return {};
    if (wait.stopped()) {
      usable_ = false;
      return Failure(cancelled());
    }
    if (wait.over())
      return Failure(broken(silent().detail));
  }
}

// Until what was sent has gone out and an answer can be taken.
Result<void> Connection::settle(const Wait& wait) {
  for (;;) {
    const int unsent = pq_.flush(handle_);
    if (unsent < 0)
      return Failure(broken(pq_.error_message(handle_)));
    if (unsent == 0 && pq_.is_busy(handle_) == 0)
      return {};
    TRY_VOID(wait_for(static_cast<short>(unsent ? POLLIN | POLLOUT : POLLIN), wait));
    if (pq_.consume_input(handle_) != 1)
      return Failure(broken(pq_.error_message(handle_)));
  }
}

Result<Answer> Connection::next_answer(bool at_once) {
  Wait wait = wait_each_ ? Wait::up_to(*wait_each_, wait_.stop) : wait_;
  if (at_once)
    wait.until = std::min(wait.until, Wait::Clock::now() + options_.answer_wait);
  TRY_VOID(settle(wait));
  return Answer(pq_.get_result(handle_), ClearResult{&pq_});
}

// The answers of what was sent up to the sync; of these the last one, or the first error, which may
// be that of a statement that was sent before this one.
Result<Answer> Connection::collect(std::string_view sql) {
  Answer last(nullptr, ClearResult{&pq_});
  std::optional<Error> error;
  std::uint64_t place = 0;
  unanswered_ = false;
  sent_ = 0;
  if (pq_.pipeline_sync(handle_) != 1)
    return Failure(broken(pq_.error_message(handle_)));
  for (;;) {
    Answer answer = TRY(next_answer(std::exchange(begun_, false)));
    if (!answer)  // the end of one command
      continue;
    const auto status = pq_.result_status(answer.get());
    if (status == PGRES_PIPELINE_SYNC)
      break;
    ++place;
    if (status == PGRES_FATAL_ERROR && !error)
      error = failure(pq_, answer.get(), sql);
    if (status == PGRES_FATAL_ERROR && is_gone(*error)) {
      usable_ = false;  // no sync will come
      break;
    }
    if ((status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) && !ahead_.put(place, answer))
      last = std::move(answer);
  }
  ahead_.drop_unanswered();
  // Of what was to be prepared some may be, or not: the next time it has another name.
  const auto unsure = std::exchange(unsure_, {});
  if (error)
    for (const std::string& key : unsure) prepared_.erase(key);
  if (error)
    return Failure(std::move(*error));
  const std::string_view changed = last ? pq_.changed(last.get()) : "";
  changes_ = 0;
  std::from_chars(changed.data(), changed.data() + changed.size(), changes_);
  return last;
}

bool Connection::send(const char* command) {
  ++sent_;
  return pq_.send_query(handle_, command, 0, nullptr, nullptr, nullptr, nullptr, 1) == 1;
}

bool Connection::send_begin() {
  const char* command = std::exchange(begin_, nullptr);
  if (!command)
    return true;
  for_values_ = false;
  // Its answer comes before that of what follows, which may wait for a lock: so a silent server is
  // found out soon.
  begun_ = true;
  return send(command) && pq_.send_flush(handle_) == 1;
}

bool Connection::send_plan_mode(const Statement& statement) {
  if (std::exchange(for_values_, statement.is_for_values()) == statement.is_for_values())
    return true;
  return send(for_values_ ? "SELECT set_config('plan_cache_mode', 'force_custom_plan', true), "
                            "set_config('enable_seqscan', 'on', true)"
                          : "SELECT set_config('plan_cache_mode', 'force_generic_plan', true), "
                            "set_config('enable_seqscan', 'off', true)");
}

bool Connection::send_prepared(const Statement& statement) {
  const std::string key = key_of(statement);
  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths, formats;
  for (const Parameter& each : statement.parameters()) {
    const std::string_view bytes = each.bytes();
    types.push_back(each.type);
    // An empty text may have no address, which would be taken for NULL.
    const char* const place = bytes.data() ? bytes.data() : "";
    values.push_back(each.null ? nullptr : place);
    lengths.push_back(static_cast<int>(bytes.size()));
    formats.push_back(1);
  }
  const int count = static_cast<int>(types.size());
  auto found = prepared_.find(key);
  if (found == prepared_.end()) {
    if (prepared_.size() >= max_prepared) {
      prepared_.clear();
      if (!send("DEALLOCATE ALL"))
        return false;
    }
    found = prepared_.emplace(key, "aim" + std::to_string(++names_)).first;
    if (pq_.send_prepare(handle_, found->second.c_str(), statement.sql().c_str(), count,
                         types.data()) != 1)
      return false;
    ++sent_;
    unsure_.push_back(key);
  }
  ++sent_;
  return pq_.send_prepared(handle_, found->second.c_str(), count, values.data(), lengths.data(),
                           formats.data(), 1) == 1;
}

Result<Answer> Connection::execute(const Statement& statement) {
  if (!usable_)
    return Failure(gone("the connection was given up before"));
  if (!ahead_.empty())
    if (const std::string key = key_with_values(statement); ahead_.contains(key)) {
      if (auto answer = ahead_.take(key))
        return std::move(*answer);
      TRY(collect(statement.sql()));
      if (auto answer = ahead_.take(key))
        return std::move(*answer);
    }
  if (!send_begin() || !send_plan_mode(statement) || !send_prepared(statement))
    return Failure(broken(pq_.error_message(handle_)));
  return collect(statement.sql());
}

Result<void> Connection::send_later(const Statement& statement) {
  if (!usable_)
    return Failure(gone("the connection was given up before"));
  if (!send_begin() || !send_plan_mode(statement) || !send_prepared(statement))
    return Failure(broken(pq_.error_message(handle_)));
  unanswered_ = true;
  // What is long is begun with while more is prepared here; what does not go out now does later.
  std::size_t bytes = 0;
  for (const Parameter& each : statement.parameters()) bytes += each.bytes().size();
  if (bytes > worth_sending && pq_.flush(handle_) < 0)
    return Failure(broken(pq_.error_message(handle_)));
  return {};
}

Result<void> Connection::ask_ahead(const Statement& statement) {
  TRY_VOID(send_later(statement));
  ahead_.add(key_with_values(statement), sent_);
  return {};
}

void Connection::begin(const char* command, bool locks) {
  begin_ = command;
  ahead_.clear();
  facts().begin(locks);
}

void Connection::forget() {
  ahead_.clear();
  facts().forget();
}

Result<void> Connection::run_command(const std::string& sql) {
  if (!usable_)
    return Failure(gone("the connection was given up before"));
  if (!send_begin() || !send(sql.c_str()))
    return Failure(broken(pq_.error_message(handle_)));
  TRY_VOID(collect(sql));
  return {};
}

// Only outside a pipeline does one text hold several statements.
Result<void> Connection::script(const std::string& sql) {
  if (!usable_)
    return Failure(gone("the connection was given up before"));
  if (begin_ || unanswered_)
    TRY_VOID(run_command("SELECT"));
  if (pq_.exit_pipeline(handle_) != 1 || pq_.send_script(handle_, sql.c_str()) != 1)
    return Failure(broken(pq_.error_message(handle_)));
  std::optional<Error> error;
  while (const Answer answer = TRY(next_answer()))
    if (pq_.result_status(answer.get()) == PGRES_FATAL_ERROR && !error)
      error = failure(pq_, answer.get(), sql);
  if (error && is_gone(*error))
    usable_ = false;
  else if (pq_.enter_pipeline(handle_) != 1)
    return Failure(broken(pq_.error_message(handle_)));
  if (error)
    return Failure(std::move(*error));
  return {};
}

int Connection::server_version() const {
  return pq_.server_version(handle_);
}

Result<void> Connection::commit() {
  if (begin_) {  // nothing was asked in it
    begin_ = nullptr;
    return {};
  }
  for_values_ = false;
  return run_command("COMMIT");
}

Result<void> Connection::commit_and_tell() {
  if (!begin_ && usable_ && !send("NOTIFY ai_memory"))
    return Failure(broken(pq_.error_message(handle_)));
  if (begin_ || !usable_ || !options_.with_position)
    return commit();
  for_values_ = false;
  // In the same round trip; by then the commit is behind it.
  if (!send("COMMIT"))
    return Failure(broken(pq_.error_message(handle_)));
  committed_to_ = TRY(position());
  return {};
}

Result<std::int64_t> Connection::position() {
  return TRY(number(how_far)).value_or(0);
}

Result<void> Connection::listen() {
  return run_command("LISTEN ai_memory");
}

Result<bool> Connection::await_notice(const Wait& wait) {
  constexpr int stop_poll_ms = 200;
  pollfd waiting{pq_.socket(handle_), POLLIN, 0};
  for (;;) {
    if (pq_.consume_input(handle_) != 1)
      return Failure(broken(pq_.error_message(handle_)));
    bool told = false;
    while (PGnotify* notice = pq_.notifies(handle_)) {
      pq_.free_memory(notice);
      told = true;
    }
    if (told || wait.over() || wait.stopped())
      return told;
    const auto left = wait.until - std::min(Wait::Clock::now(), wait.until);
    ::poll(&waiting, 1, std::min(milliseconds_of(left), stop_poll_ms));
  }
}

void Connection::roll_back() {
  if (std::exchange(begin_, nullptr) || !usable_)
    return;
  // Behind a statement that failed nothing is done before its answer is taken.
  if (!await_sent() && !usable_)
    return;
  for_values_ = false;
  if (!run_command("ROLLBACK"))
    usable_ = false;
}

// As a command: before a statement its way of planning may be set, which fails here.
Result<void> Connection::roll_back_to(const std::string& savepoint) {
  forget();
  for_values_ = false;  // as it was at the savepoint, itself a statement
  return run_command("ROLLBACK TO " + savepoint);
}

Result<void> Connection::walk(std::string_view sql,
                              const std::function<Result<bool>(const sql::Row&)>& take) {
  const std::string cursor = "walk" + std::to_string(cursors_++ % 16);
  TRY_VOID(run_command("DECLARE " + cursor + " NO SCROLL CURSOR FOR " + std::string(sql)));
  for (bool more = true; more;) {
    auto rows = TRY(prepare("FETCH " + std::to_string(rows_at_a_time) + " FROM " + cursor));
    int count = 0;
    while (more && TRY(rows.step())) {
      ++count;
      more = TRY(take(rows));
    }
    more = more && count == rows_at_a_time;
  }
  return run_command("CLOSE " + cursor);
}

}  // namespace aim::store::postgres
