// What the tests of this module share: databases of their own on a server that somebody else has
// started (tests/postgres/with_server.py). Its address, that of a
// user who may make databases, stands in AIM_TEST_POSTGRES; without it these tests are skipped.
#pragma once
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "store/new_memory.h"
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

// An empty database. Its tables are dropped with the object, and it is used again: to make one
// takes longer than most tests.
class TestDatabase {
 public:
  TestDatabase() : name_(made().take()) {}
  TestDatabase(const TestDatabase&) = delete;
  TestDatabase& operator=(const TestDatabase&) = delete;
  ~TestDatabase() {
    try {
      run(address(), "DROP SCHEMA IF EXISTS ai_memory CASCADE");
      made().free.push_back(name_);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
  std::string address() const { return address_of(name_); }

 private:
  // Those of this process, which are dropped at its end.
  struct Made {
    std::vector<std::string> free;
    int count = 0;

    std::string take() {
      if (free.empty()) {
        free.push_back("aim_test_" + std::to_string(::getpid()) + "_" + std::to_string(++count));
        run(server_address(), "CREATE DATABASE " + free.back());
      }
      std::string name = std::move(free.back());
      free.pop_back();
      return name;
    }
    ~Made() {
      for (const std::string& name : free)
        if (const auto connection = Connection::open(server_address(), {}, {}))
          (void)(*connection)->script("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }
  };
  static Made& made() {
    static Made made;
    return made;
  }
  // The server's address with this database instead of its own.
  static std::string address_of(const std::string& name) {
    std::string address = server_address();
    const std::size_t end = std::min(address.find('?'), address.size());
    const std::size_t slash = address.rfind('/', end);
    return address.replace(slash + 1, end - slash - 1, name);
  }
  static void run(const std::string& address, const std::string& sql) {
    must(must(Connection::open(address, {}, {}))->script(sql));
  }

  std::string name_;
};

// As insert_all() takes them, uncut.
inline std::vector<NewMemory> uncut(std::vector<Memory>& memories) {
  std::vector<NewMemory> all;
  for (Memory& each : memories) all.push_back({&each, nullptr});
  return all;
}

}  // namespace aim::store::postgres::testing
