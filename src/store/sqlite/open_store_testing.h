// A database that is open, for tests of what is in it.
#pragma once
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite::testing {

class OpenStoreTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    database_ = open();
  }
  template <class F>
  auto reading(F use) {
    return must(database_->read(use));
  }
  template <class F>
  auto writing(F use, const Stop& stop = {}) {
    return must(database_->write(use, stop));
  }
  std::optional<Memory> find(std::string_view id) {
    return reading(
        [&](Connection& connection) { return SqliteMemories(connection).find_by_id(id); });
  }

  std::unique_ptr<Database> database_;
};

}  // namespace aim::store::sqlite::testing
