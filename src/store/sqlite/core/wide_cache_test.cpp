#include "store/sqlite/core/database.h"
#include "store/sqlite/open_store_testing.h"

namespace aim::store::sqlite {
namespace {

class WideCache : public testing::OpenStoreTest {
 protected:
  // In KiB. A statement says what was so when it was prepared.
  Result<std::int64_t> size(Connection& connection) {
    const auto size =
        TRY(connection.number("PRAGMA cache_size -- " + std::to_string(++statements_)));
    return -size.value_or(0);
  }
  // As the transaction finds it.
  std::int64_t write(bool asks = false) {
    return writing([&](Connection& connection) -> Result<std::int64_t> {
      const std::int64_t found = TRY(size(connection));
      if (asks)
        TRY_VOID(connection.widen_cache());
      return found;
    });
  }

 private:
  int statements_ = 0;
};

// Pages of the last batch of an import are those of the next; afterwards nobody needs as many.
TEST_F(WideCache, StaysAsLongAsTransactionsAskForIt) {
  const std::int64_t usual = write(true), wide = write(true);
  EXPECT_GT(wide, usual);
  EXPECT_EQ(write(), wide);
  EXPECT_EQ(write(), usual);
}

TEST_F(WideCache, GoesWhenNothingFollows) {
  const std::int64_t usual = write(true);
  database_->narrow_caches();
  EXPECT_EQ(write(), usual);
}

// The next transaction may be another connection's.
TEST_F(WideCache, IsThatOfOneConnection) {
  const std::int64_t usual = write();
  const auto with_another = [&](const std::function<Result<std::int64_t>()>& use) {
    return reading([&](Connection&) { return use(); });
  };
  const auto other = [&] {
    return database_->read([&](Connection& connection) { return size(connection); });
  };
  with_another([&]() -> Result<std::int64_t> { return write(true); });
  EXPECT_GT(with_another(other), usual);
  write();
  EXPECT_EQ(with_another(other), usual);
}

}  // namespace
}  // namespace aim::store::sqlite
