#include "store/postgres/memories.h"

#include <gtest/gtest.h>

#include "store/postgres/core/database.h"
#include "store/postgres/postgres_testing.h"

namespace aim::store::postgres {
namespace {

using testing::memory_of;
using testing::must;
using testing::server_address;
using testing::TestDatabase;

std::vector<Memory> some_memories(int count) {
  std::vector<Memory> memories;
  for (int i = 0; i < count; ++i)
    memories.push_back(memory_of("id" + std::to_string(i), "Title " + std::to_string(i), "text"));
  return memories;
}

// Rows of memories that this transaction has fetched by indexes.
Result<std::int64_t> rows_fetched(Connection& connection) {
  return TRY(connection.number(
                 "SELECT idx_tup_fetch FROM pg_stat_xact_user_tables WHERE schemaname "
                 "= 'ai_memory' AND relname = 'memories'"))
      .value_or(0);
}

// A plan that is kept was perhaps made when there was nothing.
TEST(PostgresMemories, AreFoundByTheirTitlesAloneByAPlanOfAnEmptyDatabase) {
  if (server_address().empty())
    GTEST_SKIP() << "AIM_TEST_POSTGRES names no server";
  const TestDatabase place;
  Database database(place.address(), {.full_sync = false});
  must(database.write([](Connection& connection) -> Result<void> {
    auto memories = some_memories(300);
    const auto some = std::span(memories).first(20);
    const std::string& name_space = memories.front().name_space;
    EXPECT_FALSE(TRY(PostgresMemories(connection).find_by_title(name_space, "Title 5")));
    EXPECT_TRUE(TRY(PostgresMemories(connection).holders(some)).empty());
    TRY(PostgresMemories(connection).insert_all(testing::uncut(memories)));
    const std::int64_t before = TRY(rows_fetched(connection));
    const auto found = TRY(PostgresMemories(connection).find_by_title(name_space, "Title 5"));
    EXPECT_EQ(found ? found->id : "none", "id5");
    EXPECT_FALSE(TRY(PostgresMemories(connection).find_by_title(name_space, "Title")));
    EXPECT_EQ(TRY(rows_fetched(connection)) - before, 1);
    EXPECT_EQ(TRY(PostgresMemories(connection).holders(some)).size(), some.size());
    // By its id, by its title, by its key.
    EXPECT_EQ(TRY(rows_fetched(connection)) - before, 1 + 3 * std::ssize(some));
    const std::vector<std::int64_t> spaces{
        TRY(connection.number("SELECT number FROM namespaces")).value_or(0), 77};
    const std::int64_t then = TRY(rows_fetched(connection));
    EXPECT_EQ(TRY(PostgresMemories(connection).with_title(spaces, "Title 7")).size(), 1U);
    // By its title, by its key.
    EXPECT_LE(TRY(rows_fetched(connection)) - then, 2);
    return {};
  }));
}

}  // namespace
}  // namespace aim::store::postgres
