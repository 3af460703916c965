// The chain as it is kept, and what happens when somebody changes it past everything of ours (H2).
#include <gmock/gmock.h>

#include "memory/event_chain.h"
#include "store/sql/records.h"
#include "store/sqlite/open_store_testing.h"

namespace aim::store::sqlite {
namespace {

using ::testing::IsEmpty;
using testing::must;
using ::testing::SizeIs;

class Events : public testing::OpenStoreTest {
 protected:
  Event append(std::string_view type, const Payload& payload = {}) {
    return writing([&](Connection& connection) {
      return sql::SqlRecords(connection).append_event(clock_.now(), type, payload, &key_);
    });
  }
  ChainHead head() {
    return reading([](Connection& connection) { return sql::SqlRecords(connection).chain_head(); });
  }
  void append_some() {
    append(event::memory_deleted, Payload().add("ids", std::vector<std::string>{"a", "b"}));
    append(event::capture_lag, Payload().add("calls", std::int64_t{5}));
    append(event::standard_cleared, Payload().add("namespace", "team/api"));
    append(event::archive_purged);
  }
  EventChain walk() {
    EventChain chain({key_.public_key()});
    reading([&](Connection& connection) {
      return sql::SqlRecords(connection)
          .each_event(INT64_MIN, [&](const Event& event) -> Result<bool> {
            chain.add(event);
            return true;
          });
    });
    chain.finish();
    return chain;
  }
  // A stranger who opens the file with another program has no triggers in the way.
  void drop_triggers() {
    testing::run_sql(file(),
                     "DROP TRIGGER signed_events_in_order; DROP TRIGGER signed_events_unchanged;"
                     "DROP TRIGGER signed_events_kept");
  }
  void tamper(const std::string& sql) { testing::run_sql(file(), sql); }

  SigningKey key_ = SigningKey::generate();
};

TEST_F(Events, AreAppendedAndReadInOrder) {
  EXPECT_EQ(head().sequence, 0);
  append_some();
  const EventChain chain = walk();
  EXPECT_THAT(chain.faults(), IsEmpty());
  EXPECT_EQ(chain.events(), 4);
  EXPECT_EQ(head().hash, chain.head().hash);
  const auto newest = reading(
      [](Connection& connection) { return sql::SqlRecords(connection).newest_events("", 4, 2); });
  ASSERT_THAT(newest, SizeIs(2));
  EXPECT_EQ(newest[0].type, event::standard_cleared);
  const auto typed = reading([](Connection& connection) {
    return sql::SqlRecords(connection).newest_events(event::capture_lag, {}, 9);
  });
  ASSERT_THAT(typed, SizeIs(1));
  EXPECT_EQ(typed[0].payload, "{\"calls\":5}");
  EXPECT_EQ(reading([](Connection& connection) {
              return sql::SqlRecords(connection).count_events();
            }).events,
            4);
}

TEST_F(Events, AreNeitherChangedNorRemovedNorReplaced) {
  append_some();
  for (const std::string sql :
       {"UPDATE signed_events SET type = 'x' WHERE sequence = 2", "DELETE FROM signed_events",
        "INSERT OR REPLACE INTO signed_events SELECT 2, at, 'x', payload, previous, key, signature "
        "FROM signed_events WHERE sequence = 2",
        "INSERT INTO signed_events SELECT 0, at, type, payload, previous, key, signature FROM "
        "signed_events WHERE sequence = 2"})
    EXPECT_THROW(tamper(sql), std::runtime_error) << sql;
  EXPECT_THAT(walk().faults(), IsEmpty());
}

// Every byte of every column of every row, each in turn.
TEST_F(Events, ShowEveryByteThatIsFlipped) {
  append_some();
  drop_triggers();
  std::int64_t flipped = 0;
  for (std::int64_t row = 1; row <= 4; ++row) {
    const std::string where = " WHERE sequence = " + std::to_string(row);
    for (const std::string column : {"type", "payload", "previous", "key", "signature"}) {
      const std::int64_t size = number(
          *database_, "SELECT length(CAST(" + column + " AS BLOB)) FROM signed_events" + where);
      const auto text = reading(
          [&](Connection& connection) { return sql::SqlRecords(connection).find_event(row); });
      const std::string whole = column == "type"       ? text->type
                                : column == "payload"  ? text->payload
                                : column == "previous" ? text->previous
                                : column == "key"      ? text->key
                                                       : text->signature;
      const auto connection = connect();
      for (std::int64_t at = 0; at < size; ++at, ++flipped) {
        std::string changed = whole;
        // In turn each bit of the byte.
        changed[static_cast<std::size_t>(at)] ^= static_cast<char>(1 << (flipped % 7));
        const std::string sql = "UPDATE signed_events SET " + column + " = ?1" + where;
        must(connection->run(sql, changed));
        ASSERT_GT(walk().fault_count(), 0) << column << " of event " << row << ", byte " << at;
        must(connection->run(sql, whole));
      }
    }
    for (const std::string column : {"at", "sequence"})
      for (int bit = 0; bit < 63; ++bit, ++flipped) {
        const std::string other = std::to_string(std::int64_t{1} << bit);
        const std::string change = "UPDATE signed_events SET " + column + " = (" + column + " | " +
                                   other + ") - (" + column + " & " + other + ") WHERE ";
        const auto connection = connect();
        const std::int64_t moved = column == "sequence" ? row ^ (std::int64_t{1} << bit) : row;
        if (column == "sequence" && moved <= 4)
          continue;  // there is one already; swapping two is a case of its own
        must(connection->run(change + "sequence = ?1", row));
        ASSERT_GT(walk().fault_count(), 0) << column << " of event " << row << ", bit " << bit;
        must(connection->run(change + "sequence = ?1", moved));
      }
  }
  EXPECT_GT(flipped, 1'500);
  EXPECT_THAT(walk().faults(), IsEmpty()) << "all is as it was";
}

TEST_F(Events, ShowWhatWasRemovedOrSwapped) {
  append_some();
  drop_triggers();
  tamper("DELETE FROM signed_events WHERE sequence = 2");
  EXPECT_EQ(walk().fault_count(), 1);
  tamper("UPDATE signed_events SET sequence = sequence - 1 WHERE sequence > 2");
  EXPECT_GE(walk().fault_count(), 2) << "closing the gap changes what was signed";
}

TEST_F(Events, ShowOneBeforeTheFirst) {
  append_some();
  drop_triggers();
  tamper(
      "INSERT INTO signed_events SELECT 0, at, type, payload, previous, key, signature FROM "
      "signed_events WHERE sequence = 2");
  const EventChain chain = walk();
  ASSERT_THAT(chain.faults(), SizeIs(1));
  EXPECT_EQ(chain.faults()[0].fault, FaultKind::out_of_place);
}

TEST_F(Events, ShowTwoThatAreSwapped) {
  append_some();
  drop_triggers();
  tamper(
      "UPDATE signed_events SET sequence = 99 WHERE sequence = 2;"
      "UPDATE signed_events SET sequence = 2 WHERE sequence = 3;"
      "UPDATE signed_events SET sequence = 3 WHERE sequence = 99");
  EXPECT_EQ(walk().fault_count(), 2);
}

}  // namespace
}  // namespace aim::store::sqlite
