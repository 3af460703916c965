// One connection to the server: made, used and given up without ever waiting longer than a call
// may. Statements are prepared
// by themselves: what is sent again is only parsed once. Everything up to an answer travels in one
// round trip, the beginning of a transaction with the first statement in it.
//
// A wait that ends early (stopped, too long) breaks the connection: the server is told by the end
// of it (client_connection_check_interval), which cannot hang as asking for a cancellation can.
// Knows: PostgreSQL. Must not know: what a memory is.
// Threads: one at a time; Database hands connections out.
#pragma once
#include <chrono>
#include <unordered_map>

#include "base/result.h"
#include "store/postgres/core/libpq.h"
#include "store/postgres/core/statement.h"
#include "store/sql/connection.h"
#include "store/sql/write_queue.h"

namespace aim::store::postgres {

// What a transaction has asked before it needs it, which saves round trips to the server.

// Statements whose answers come with that of a later one, by text and values.
class AskedAhead {
 public:
  bool empty() const { return asked_.empty(); }
  // `place`: which of the commands on their way it is.
  void add(std::string key, std::uint64_t place) {
    asked_.push_back({std::move(key), place, Answer(nullptr, ClearResult())});
  }
  // False: nobody has asked ahead for it.
  bool put(std::uint64_t place, Answer& answer) {
    const auto found = std::ranges::find(asked_, place, &Asked::place);
    if (found == asked_.end())
      return false;
    found->place = answered;
    found->answer = std::move(answer);
    return true;
  }
  bool contains(std::string_view key) const {
    return std::ranges::find(asked_, key, &Asked::key) != asked_.end();
  }
  // Nothing: it has no answer yet, or was not asked.
  std::optional<Answer> take(std::string_view key) {
    const auto found = std::ranges::find(asked_, key, &Asked::key);
    if (found == asked_.end() || found->place != answered)
      return std::nullopt;
    std::optional answer(std::move(found->answer));
    asked_.erase(found);
    return answer;
  }
  // Those to which no answer will come any more.
  void drop_unanswered() {
    std::erase_if(asked_, [](const Asked& each) { return each.place != answered; });
  }
  void clear() { asked_.clear(); }

 private:
  static constexpr std::uint64_t answered = 0;
  struct Asked {
    std::string key;
    std::uint64_t place;
    Answer answer;
  };
  std::vector<Asked> asked_;
};

using sql::stop_poll_interval;
using sql::Wait;

struct ConnectionOptions {
  bool full_sync = true;  // an acknowledged write survives a crash of the server
  std::chrono::milliseconds busy_wait{30'000};
  std::chrono::milliseconds connect_wait{5'000};
  // Of a server that has nothing to wait for.
  std::chrono::milliseconds answer_wait{5'000};
  // How far the log is, is asked at the beginning of each read and after each commit
  // (Database::position).
  bool with_position = false;
};

class Connection final : public sql::Connection {
 public:
  // Errors: unavailable when nobody answers; database_error with a sentence otherwise.
  static Result<std::unique_ptr<Connection>> open(const std::string& address,
                                                  const ConnectionOptions& options,
                                                  const Wait& wait = {});
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override;

  // Cannot fail before it is run; a Result as in the other backend.
  Result<Statement> prepare(std::string_view sql) { return Statement(*this, sql); }

  // SQL of both backends: it marks parameters as ?1.
  const sql::Dialect& dialect() const override;
  Result<std::unique_ptr<sql::Statement>> statement(std::string_view sql) override;
  // Some rows at a time; within a transaction.
  Result<void> walk(std::string_view sql,
                    const std::function<Result<bool>(const sql::Row&)>& take) override;

  // No text with a NUL or with invalid UTF-8.
  bool can_store(std::string_view text) const override;

  // Binds and sends: what need not be known now costs no round trip. Its error is that of the next
  // answer that is waited for, at the latest the commit's; what was sent after it is not done.
  template <class... Values>
  Result<void> run_later(std::string_view sql, const Values&... values) {
    Statement statement(*this, sql);
    statement.bind(values...);
    return send_later(statement);
  }
  // Sends what is certain to be asked in this transaction: the same statement with the same values,
  // asked later, is answered as of now, together with what is waited for before it.
  Result<void> ask_ahead(const Statement& statement);
  // Waits for the answers of what was sent so.
  bool has_unanswered() const { return unanswered_; }
  Result<void> await_sent() { return unanswered_ ? run_command("SELECT") : Result<void>(); }
  // Several statements without parameters.
  Result<void> script(const std::string& sql);

  // A transaction: begins with its first statement.
  void begin_read() { begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", false); }
  // Its first statement takes the lock of all writes.
  void begin_write() { begin("BEGIN", true); }
  Result<void> commit();
  // The same, and whoever listens is told.
  Result<void> commit_and_tell();
  // How far the server's log is; of a replica, how far it has been replayed here. Any number later
  // than before.
  Result<std::int64_t> position();
  // As of the last commit_and_tell(), where options say so; else 0.
  std::int64_t committed_to() const { return committed_to_; }
  void roll_back();
  Result<void> roll_back_to(const std::string& savepoint);

  // From now on it hears of what others commit; such a connection is for nothing else.
  Result<void> listen();
  // Whether something was committed, as soon as it is known; false when the wait is over or stopped
  // before.
  Result<bool> await_notice(const Wait& wait);

  // What was known or asked ahead holds no more.
  void forget();

  // Rows changed by the last statement.
  std::int64_t changes() const override { return changes_; }
  // Not after a wait that was given up, or a server that went away: such a connection is thrown
  // away.
  bool is_usable() const { return usable_; }
  // Until it is kept for another call.
  bool is_new() const { return new_; }
  void set_new(bool is_new) { new_ = is_new; }
  // For all that follows together, or for each answer: long work is no silent server.
  void set_wait(const Wait& wait) {
    wait_ = wait;
    wait_each_.reset();
  }
  void set_wait_each(std::chrono::milliseconds wait, const Stop* stop) {
    wait_ = {.stop = stop};
    wait_each_ = wait;
  }
  // What reads or writes most of a database takes as long as it takes, and is no sign of a server
  // that is gone: from here to the end of the loan.
  void be_patient() {
    if (wait_each_)
      wait_each_ = std::chrono::hours(1);
  }
  int server_version() const;

  const ConnectionOptions& options() const { return options_; }

  // Statement's: sends it, with whatever has to come before it; send_later() waits for nothing.
  Result<Answer> execute(const Statement& statement);
  Result<void> send_later(const Statement& statement);

 private:
  void begin(const char* command, bool locks);

  Connection(const Libpq& pq, const ConnectionOptions& options) : pq_(pq), options_(options) {}
  Result<void> connect(const std::string& address, const Wait& wait);
  Result<void> wait_for(short events, const Wait& wait);
  Result<void> settle(const Wait& wait);
  Result<Answer> next_answer(bool at_once = false);
  Result<Answer> collect(std::string_view sql);
  Error broken(std::string detail);
  bool send(const char* command);
  bool send_plan_mode(const Statement& statement);
  bool send_begin();
  bool send_prepared(const Statement& statement);
  Result<void> run_command(const std::string& sql);

  const Libpq& pq_;
  const ConnectionOptions options_;
  PGconn* handle_ = nullptr;
  Wait wait_;
  std::optional<std::chrono::milliseconds> wait_each_;
  bool usable_ = true, new_ = true;
  const char* begin_ = nullptr;
  std::int64_t changes_ = 0, committed_to_ = 0;
  int cursors_ = 0;
  std::unordered_map<std::string, std::string> prepared_;  // SQL and types: name
  std::vector<std::string> unsure_;  // of these: nobody knows yet whether they are
  std::uint64_t names_ = 0;
  std::uint64_t sent_ = 0;  // commands on their way, since the last sync
  AskedAhead ahead_;
  bool begun_ = false;       // a transaction, whose beginning has not been answered yet
  bool unanswered_ = false;  // something was sent that nobody has waited for
  bool for_values_ = false;  // statements are planned for their values, in this transaction
};

}  // namespace aim::store::postgres
