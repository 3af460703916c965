#include "store/postgres/search/text_index.h"

#include <gtest/gtest.h>

#include "store/postgres/core/database.h"
#include "store/postgres/memories.h"
#include "store/postgres/postgres_testing.h"
#include "store/postgres/search/postgres_search.h"

namespace aim::store::postgres {
namespace {

using testing::memory_of;
using testing::must;
using testing::server_address;
using testing::TestDatabase;

// Batches that go to the index at once, as those of an import; some words stand in the first few.
Result<void> add_batches(Connection& connection, int count, int with_rare_word) {
  constexpr int memories_a_batch = 40;
  for (int batch = 0; batch < count; ++batch) {
    std::vector<Memory> memories;
    for (int i = 0; i < memories_a_batch; ++i) {
      const std::string name = std::to_string(batch) + "x" + std::to_string(i);
      memories.push_back(
          memory_of(name, name, batch < with_rare_word ? "common rare" : "common words"));
    }
    TRY(PostgresMemories(connection).insert_all(testing::uncut(memories)));
  }
  return {};
}

Result<std::int64_t> rows_of(Connection& connection, std::string_view term) {
  return TRY(connection.number("SELECT count(*) FROM words WHERE term = $1", term)).value_or(0);
}
Result<std::size_t> held(Connection& connection, const std::string& term) {
  const std::vector<Phrase> phrases{{term}};
  return TRY(PostgresSearch(connection).postings({.words = {.phrases = phrases}})).front().size();
}

TEST(PostgresTextIndex, JoinsWhatAnImportLeftInManyPieces) {
  if (server_address().empty())
    GTEST_SKIP() << "AIM_TEST_POSTGRES names no server";
  const TestDatabase place;
  Database database(place.address(), {.full_sync = false});
  must(database.write([](Connection& connection) -> Result<void> {
    TRY_VOID(add_batches(connection, 8, 2));
    EXPECT_EQ(TRY(rows_of(connection, "common")), 8);
    TRY_VOID(PostgresSearch(connection).merge_text_index(1));
    EXPECT_EQ(TRY(rows_of(connection, "common")), 2);  // 320, of which 250 fit a row
    EXPECT_EQ(TRY(rows_of(connection, "rare")), 2);    // not worth it
    EXPECT_EQ(TRY(held(connection, "common")), 320U);
    EXPECT_EQ(TRY(held(connection, "rare")), 80U);
    return {};
  }));
}

}  // namespace
}  // namespace aim::store::postgres
