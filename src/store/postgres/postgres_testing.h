// What the tests of this module share: databases of their own on a server that somebody else has started
// (tests/postgres/with_server.py). Its address, that of a
// user who may make databases, stands in AIM_TEST_POSTGRES; without it these tests are skipped.
#pragma once
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>

#include "store/postgres/core/connection.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::postgres::testing {

using store::sqlite::testing::memory_of;
using store::sqlite::testing::moment;
using store::sqlite::testing::must;

inline std::string server_address() {
  const char* address = std::getenv("AIM_TEST_POSTGRES");
  return address ? address : "";
}

// A new database; dropped with the object.
class TestDatabase {
 public:
  TestDatabase() {
    static std::atomic<int> count = 0;
    name_ = "aim_test_" + std::to_string(::getpid()) + "_" + std::to_string(++count);
    run("CREATE DATABASE " + name_);
  }
  TestDatabase(const TestDatabase&) = delete;
  TestDatabase& operator=(const TestDatabase&) = delete;
  ~TestDatabase() {
    try {
      run("DROP DATABASE IF EXISTS " + name_ + " WITH (FORCE)");
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
  // The server's address with this database instead of its own.
  std::string address() const {
    std::string address = server_address();
    const std::size_t end = std::min(address.find('?'), address.size());
    const std::size_t slash = address.rfind('/', end);
    return address.replace(slash + 1, end - slash - 1, name_);
  }

 private:
  static void run(const std::string& sql) {
    must(must(Connection::open(server_address(), {}, {}))->script(sql));
  }

  std::string name_;
};

}  // namespace aim::store::postgres::testing
