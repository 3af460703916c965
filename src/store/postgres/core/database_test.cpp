#include "store/postgres/core/database.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/quoting.h"
#include "store/postgres/core/failure.h"
#include "store/postgres/postgres_store.h"
#include "store/postgres/postgres_testing.h"
#include "store/postgres/schema/migrate.h"

namespace aim::store::postgres {
namespace {

using testing::must;
using testing::server_address;
using testing::TestDatabase;
using namespace std::chrono_literals;

class PostgresDatabase : public ::testing::Test {
 protected:
  void SetUp() override {
    if (server_address().empty())
      GTEST_SKIP() << "AIM_TEST_POSTGRES names no server";
    place_ = std::make_unique<TestDatabase>();
    database_ = open({.full_sync = false});
  }
  std::unique_ptr<Database> open(const ConnectionOptions& options) const {
    return std::make_unique<Database>(place_->address(), options);
  }
  static Result<void> note(Connection& connection, std::string_view name) {
    return connection.run("INSERT INTO meta(name, value) VALUES ($1, '1')", name);
  }
  static std::int64_t notes(Database& database) {
    std::int64_t count = 0;
    must(database.read([&](Connection& connection) -> Result<void> {
      count = TRY(connection.number("SELECT count(*) FROM meta")).value_or(-1);
      return {};
    }));
    return count;
  }

  std::unique_ptr<TestDatabase> place_;
  std::unique_ptr<Database> database_;
};

TEST(PostgresAddress, ShowsNoPassword) {
  EXPECT_EQ(shown("postgres://ada:se@cret@db.example:5433/mem?password=x"),
            "postgresql://ada@db.example:5433/mem");
  EXPECT_EQ(shown("postgresql:///mem?host=/run/pg"), "postgresql:///mem");
  EXPECT_EQ(shown("postgres://"), "postgresql://");
  EXPECT_TRUE(is_server_address("postgres://h/d"));
  EXPECT_FALSE(is_server_address("/home/ada/postgres.db"));
}

TEST(PostgresAddress, NobodyThereIsUnavailableAtOnce) {
  Database database("postgresql://ada:hunter2@127.0.0.1:1/none", {});
  const auto opened = database.ensure_open();
  ASSERT_FALSE(opened);
  if (opened.error().code == Code::database_error)
    GTEST_SKIP() << opened.error().message;  // no client library
  EXPECT_EQ(opened.error().code, Code::unavailable);
  EXPECT_EQ((opened.error().message + opened.error().hint).find("hunter2"), std::string::npos);
}

TEST_F(PostgresDatabase, KeepsValuesOfEveryKind) {
  must(database_->write([](Connection& connection) -> Result<void> {
    auto row =
        TRY(connection.prepare("SELECT $1, $2, $3, $4, $5, $6, $7[2], $8[1], $9[1], $10[3], "
                               "7::smallint, -3::integer, true"));
    const std::string bytes("\0\xff", 2);
    const std::vector<std::int64_t> keys{1, -2};
    const std::vector<std::string> texts{"a", "", "ü"};
    const std::vector<Bytes> blobs{Bytes{bytes}};
    const std::vector<double> reals{0.25};
    row.bind(std::int64_t{-5'000'000'000}, 0.1, "x\ny", Bytes{bytes}, std::string_view(),
             std::optional<std::string>(), keys, std::span<const Bytes>(blobs),
             std::span<const double>(reals), texts);
    EXPECT_TRUE(TRY(row.step()));
    EXPECT_EQ(row.integer(0), -5'000'000'000);
    EXPECT_EQ(row.real(1), 0.1);
    EXPECT_EQ(row.text(2), "x\ny");
    EXPECT_EQ(row.text(3), bytes);
    EXPECT_FALSE(row.is_null(4));
    EXPECT_EQ(row.text(4), "");
    EXPECT_TRUE(row.is_null(5));
    EXPECT_EQ(row.integer(6), -2);
    EXPECT_EQ(row.text(7), bytes);
    EXPECT_EQ(row.real(8), 0.25);
    EXPECT_EQ(row.text(9), "ü");
    EXPECT_EQ(row.integer(10), 7);
    EXPECT_EQ(row.integer(11), -3);
    EXPECT_EQ(row.integer(12), 1);
    EXPECT_FALSE(TRY(row.step()));
    return {};
  }));
}

TEST_F(PostgresDatabase, WalksMoreRowsThanItFetchesAtATime) {
  must(database_->read([](Connection& connection) -> Result<void> {
    std::int64_t count = 0, sum = 0;
    TRY_VOID(connection.walk("SELECT n FROM generate_series(1::bigint, 1201) n",
                             [&](const sql::Row& row) -> Result<bool> {
                               sum += row.integer(0);
                               ++count;
                               return true;
                             }));
    EXPECT_EQ(count, 1201);
    EXPECT_EQ(sum, 1201 * 601);
    return {};
  }));
}

TEST_F(PostgresDatabase, UndoesOnlyWhatFailed) {
  std::vector<std::thread> threads;
  std::atomic<int> kept = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      const auto done = database_->write([&](Connection& connection) -> Result<void> {
        TRY_VOID(note(connection, "n" + std::to_string(i)));
        if (i % 4 == 1)
          return Failure(conflict("not this one"));
        if (i % 4 == 3)  // nobody waits for its answer
          return connection.run_later("INSERT INTO meta(name, value) VALUES ($1, NULL)", "none");
        return {};
      });
      EXPECT_EQ(done.has_value(), i % 2 == 0) << (done ? "" : done.error().detail);
      kept += done.has_value();
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(notes(*database_), kept);
}

TEST_F(PostgresDatabase, WhatNobodyWaitedForFailsWithTheNextAnswer) {
  const auto done = database_->write([&](Connection& connection) -> Result<void> {
    TRY_VOID(note(connection, "first"));
    TRY_VOID(connection.run_later("SELECT 1 / $1", std::int64_t{0}));
    TRY_VOID(connection.run_later("INSERT INTO meta(name, value) VALUES ('second', '1')"));
    const auto count = connection.number("SELECT count(*) FROM meta");
    EXPECT_FALSE(count);
    return count ? Result<void>() : Failure(count.error());
  });
  EXPECT_FALSE(done);
  EXPECT_EQ(notes(*database_), 0);
  // What was to be prepared behind it is prepared now.
  must(database_->write([&](Connection& connection) -> Result<void> {
    TRY_VOID(connection.run_later("INSERT INTO meta(name, value) VALUES ('second', '1')"));
    return connection.run_later("SELECT 1 / $1", std::int64_t{1});
  }));
  EXPECT_EQ(notes(*database_), 1);
}

TEST_F(PostgresDatabase, WhatIsAskedAheadIsAnsweredAsOfThen) {
  constexpr std::string_view named = "SELECT count(*) FROM meta WHERE name = $1";
  must(database_->write([&](Connection& connection) -> Result<void> {
    const auto count = [&](std::string_view name) { return connection.number(named, name); };
    for (const std::string_view name : {"a", "b"}) {
      auto statement = TRY(connection.prepare(named));
      statement.bind(name);
      TRY_VOID(connection.ask_ahead(statement));
    }
    EXPECT_TRUE(connection.has_unanswered());
    TRY_VOID(connection.run_later("INSERT INTO meta(name, value) VALUES ('a', '1'), ('b', '1')"));
    EXPECT_EQ(TRY(count("c")), 0);
    EXPECT_FALSE(connection.has_unanswered());
    EXPECT_EQ(TRY(count("b")), 0);
    EXPECT_EQ(TRY(count("b")), 1) << "an answer is given once";
    connection.forget();
    EXPECT_EQ(TRY(count("a")), 1);
    // Nothing was waited for meanwhile.
    auto statement = TRY(connection.prepare(named));
    statement.bind(std::string_view("a"));
    TRY_VOID(connection.ask_ahead(statement));
    EXPECT_EQ(TRY(count("a")), 1);
    // One that fails takes what comes after it with it.
    TRY_VOID(connection.run_later("SAVEPOINT here"));
    TRY_VOID(connection.ask_ahead(TRY(connection.prepare("SELECT 1 / 0"))));
    TRY_VOID(connection.ask_ahead(statement));
    EXPECT_FALSE(count("c"));
    TRY_VOID(connection.roll_back_to("here"));
    EXPECT_EQ(TRY(count("a")), 1);
    return {};
  }));
}

TEST_F(PostgresDatabase, WhatIsKnownIsOfOneTransaction) {
  must(database_->write([&](Connection& connection) -> Result<void> {
    EXPECT_FALSE(connection.facts().find("a"));
    connection.facts().keep("a", 1);
    EXPECT_EQ(connection.facts().find("a"), 1);
    TRY_VOID(connection.run("SAVEPOINT here"));
    connection.facts().keep("b", 2);
    TRY_VOID(connection.roll_back_to("here"));
    EXPECT_FALSE(connection.facts().find("b"));
    connection.facts().keep("a", 1);
    return {};
  }));
  const auto knows_nothing = [](Connection& connection) -> Result<void> {
    EXPECT_FALSE(connection.facts().find("a"));
    return {};
  };
  must(database_->write(knows_nothing));
  must(database_->read([&](Connection& connection) -> Result<void> {
    connection.facts().keep("a", 1);  // a reader holds no lock
    return knows_nothing(connection);
  }));
}

TEST_F(PostgresDatabase, AReplicaServesWhatItHas) {
  ConnectionOptions options{.full_sync = false};
  options.with_position = true;
  const auto primary = open(options);
  must(primary->write([&](Connection& connection) { return note(connection, "one"); }));
  EXPECT_GT(primary->position(), 0);
  // A server that is its own replica has all of it.
  Database replica(place_->address(), options, Database::Role::replica);
  std::int64_t count = -1;
  const auto look = [&](Connection& connection) -> Result<void> {
    count = TRY(connection.number("SELECT count(*) FROM meta")).value_or(-1);
    return {};
  };
  EXPECT_TRUE(must(replica.read_if_at(primary->position(), primary->epoch(), look, {})));
  EXPECT_EQ(count, 1);
  count = -1;
  EXPECT_FALSE(must(replica.read_if_at(primary->position() * 2, primary->epoch(), look, {})));
  EXPECT_FALSE(must(replica.read_if_at(0, primary->epoch() + 1, look, {})));
  EXPECT_EQ(count, -1);
}

TEST_F(PostgresDatabase, AReaderSeesOneMoment) {
  must(database_->ensure_open());
  must(database_->read([&](Connection& connection) -> Result<void> {
    const auto before = TRY(connection.number("SELECT count(*) FROM meta"));
    TRY_VOID(database_->write([](Connection& other) { return note(other, "later"); }));
    EXPECT_EQ(TRY(connection.number("SELECT count(*) FROM meta")), before);
    EXPECT_FALSE(connection.run("INSERT INTO meta(name, value) VALUES ('x', 'y')"));
    return {};
  }));
  EXPECT_EQ(notes(*database_), 1);
}

TEST_F(PostgresDatabase, GoesOnWhereTheServerEndedItsConnections) {
  EXPECT_EQ(notes(*database_), 0);
  must(must(Connection::open(server_address(), {}))
           ->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
                 "'ai-memory' AND pid <> pg_backend_pid() AND datname <> 'postgres'"));
  must(database_->write([](Connection& connection) { return note(connection, "a"); }));
  EXPECT_EQ(notes(*database_), 1);
}

TEST_F(PostgresDatabase, AWaitEndsWhenItIsStoppedOrTooLong) {
  std::atomic<bool> stop = false;
  const auto stopped = database_->read(
      [&](Connection& connection) -> Result<void> {
        stop = true;
        return connection.run("SELECT pg_sleep(60)");
      },
      [&] { return stop.load(); });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, cancelled().message);
  EXPECT_EQ(notes(*database_), 0);  // on a new connection

  must(database_->write([&](Connection&) -> Result<void> {
    Database other(place_->address(), {});
    const auto busy_one =
        other.write_soon(20ms, [](Connection& connection) { return note(connection, "b"); });
    EXPECT_TRUE(!busy_one && busy_one.error().code == Code::unavailable);
    return {};
  }));
}

TEST_F(PostgresDatabase, TwoMakeTheTablesOnce) {
  Database a(place_->address(), {}), b(place_->address(), {});
  std::thread thread([&] { EXPECT_TRUE(a.ensure_open()); });
  const auto opened = b.ensure_open();
  thread.join();
  EXPECT_TRUE(opened) << opened.error().detail;
  EXPECT_EQ(must(layout_of(*must(a.connect()))), newest_layout());
}

TEST_F(PostgresDatabase, RefusesTheTablesOfANewerProgram) {
  must(database_->write([](Connection& connection) {
    return connection.run("UPDATE schema_version SET version = version + 1");
  }));
  const auto written =
      database_->write([](Connection& connection) { return note(connection, "late"); });
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("newer ai-memory"), std::string::npos);
  EXPECT_FALSE(open({})->ensure_open());
}

TEST_F(PostgresDatabase, LongWorkIsNoSilentServer) {
  const auto patient = open({.full_sync = false, .busy_wait = 500ms});
  const auto several = [](Connection& connection) -> Result<void> {
    for (int i = 0; i < 3; ++i) TRY_VOID(connection.run("SELECT pg_sleep(0.25)"));
    return {};
  };
  must(database_->ensure_open());  // makes the tables, which takes longer
  must(patient->ensure_open());
  must(patient->read(several));
  must(patient->write(several));
  const auto silent = [](Connection& connection) { return connection.run("SELECT pg_sleep(5)"); };
  EXPECT_TRUE(is_gone(patient->read(silent).error()));
  // What says so before may take longer; for its loan of the connection alone.
  must(patient->write([](Connection& connection) {
    connection.be_patient();
    return connection.run("SELECT pg_sleep(1)");
  }));
  EXPECT_TRUE(is_gone(patient->write(silent).error()));
}

// How statements are planned in a transaction: "generic" and by indexes, or "custom" and as is
// best.
Result<std::string> planning(Connection& connection) {
  auto row = TRY(connection.prepare(
      "SELECT current_setting('plan_cache_mode') || ' ' || current_setting('enable_seqscan')"));
  TRY(row.step());
  return row.string(0);
}
Result<void> divide(Connection& connection, std::int64_t by) {
  auto statement = TRY(connection.prepare("SELECT 1 / $1"));
  statement.plan_for_values();
  statement.bind(by);
  return statement.run();
}

TEST_F(PostgresDatabase, PlansForValuesOnlyWhatAsksForIt) {
  const auto look = [](Connection& connection) -> Result<void> {
    EXPECT_EQ(TRY(planning(connection)), "force_generic_plan off");
    TRY_VOID(divide(connection, 1));
    EXPECT_EQ(TRY(planning(connection)), "force_generic_plan off");
    return divide(connection, 1);  // and the next transaction begins as ever
  };
  for (int i = 0; i < 2; ++i) {
    must(database_->read(look));
    must(database_->write(look));
  }
}

// A list that fails in one of many writes that share a commit takes back that one alone.
TEST_F(PostgresDatabase, TakesBackOnlyWhatFailed) {
  must(database_->ensure_open());
  must(database_->write([](Connection& connection) -> Result<void> {
    TRY_VOID(note(connection, "kept"));
    TRY_VOID(connection.run_later("SAVEPOINT job"));
    TRY_VOID(note(connection, "taken back"));
    EXPECT_FALSE(divide(connection, 0));
    TRY_VOID(connection.roll_back_to("job"));
    EXPECT_EQ(TRY(planning(connection)), "force_generic_plan off");
    return divide(connection, 1);
  }));
  must(database_->read([](Connection& connection) -> Result<void> {
    const auto count = "SELECT count(*) FROM meta WHERE name = $1";
    EXPECT_EQ(TRY(connection.number(count, std::string_view("kept"))), 1);
    EXPECT_EQ(TRY(connection.number(count, std::string_view("taken back"))), 0);
    return {};
  }));
}

TEST_F(PostgresDatabase, AListenerHearsOfWhatOthersCommit) {
  Listener listener(*database_);
  must(database_->ensure_open());
  EXPECT_TRUE(listener.wait(1ms, {})) << "before it listened there may have been changes";
  EXPECT_FALSE(listener.wait(1ms, {}));
  const auto other = open({.full_sync = false});
  must(other->write([](Connection& connection) { return note(connection, "heard"); }));
  EXPECT_TRUE(listener.wait(10s, {}));
  EXPECT_FALSE(listener.wait(1ms, {}));
  EXPECT_FALSE(other->write([](Connection&) { return Result<void>(Failure(missing("x"))); }));
  EXPECT_FALSE(listener.wait(1ms, {})) << "nothing was committed";
  EXPECT_FALSE(listener.wait(1h, [] { return true; }));
}

TEST_F(PostgresDatabase, ADeafListenerSaysSoAndHearsAgain) {
  Listener listener(*database_);
  must(database_->ensure_open());
  EXPECT_TRUE(listener.wait(1ms, {}));
  must(database_->write([](Connection& connection) {
    return connection.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE "
        "'LISTEN%' AND datname = current_database()");
  }));
  while (!listener.wait(1ms, {})) {
  }
  // It tries again after a second, and tells that it may have missed something.
  EXPECT_TRUE(listener.wait(2s, {}));
  while (listener.wait(1ms, {})) {
  }
  must(database_->write([](Connection& connection) { return note(connection, "again"); }));
  EXPECT_TRUE(listener.wait(10s, {}));
}

}  // namespace
}  // namespace aim::store::postgres
