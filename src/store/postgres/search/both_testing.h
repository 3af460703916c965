// What is asked of both backends, and must be answered alike: the fixture of the tests of this
// folder.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "store/memories.h"
#include "store/postgres/postgres_store.h"
#include "store/postgres/postgres_testing.h"
#include "store/search.h"
#include "store/search_testing.h"
#include "store/sqlite/sqlite_store.h"

namespace aim::store::postgres::testing {

// One of the two; what is asked of both is asked by a function of a Reader or Writer.
class Both : public store::sqlite::testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (server_address().empty())
      GTEST_SKIP() << "AIM_TEST_POSTGRES names no server";
    database_ = std::make_unique<TestDatabase>();
    stores_.push_back(store::sqlite::make_store(file(), {.full_sync = false}, clock_));
    stores_.push_back(make_store(database_->address(), {.full_sync = false}));
  }
  void TearDown() override {
    stores_.clear();
    database_.reset();
    StoreTest::TearDown();
  }

  // Writes to both. What `use` returns must be the same; it is returned.
  template <class F>
  auto write(F use) {
    return same([&](store::Store& store) { return must(store::Access(store).write(use)); });
  }
  template <class F>
  auto read(F use) {
    return same([&](store::Store& store) { return must(store::Access(store).read(use)); });
  }
  template <class F>
  auto same(F ask) {
    auto one = ask(*stores_[0]), other = ask(*stores_[1]);
    EXPECT_EQ(one, other);
    return other;
  }

  Memory put(Memory memory) {
    memory.key = write([&](Writer& writer) -> Result<Key> {
      Memory one = memory;
      TRY_VOID(writer.memories.insert(one));
      return one.key;
    });
    return memory;
  }
  Memory put(const std::string& title, const std::string& content,
             const std::string& name_space = "global") {
    return put(memory_of(std::to_string(++count_), title, content, name_space));
  }
  void replace(const Memory& old, const Memory& fresh) {
    write([&](Writer& writer) -> Result<bool> {
      TRY_VOID(writer.memories.replace(old, fresh));
      return true;
    });
  }
  void erase(const Memory& memory) {
    write([&](Writer& writer) -> Result<bool> {
      TRY_VOID(writer.memories.erase(memory, clock_.now()));
      return true;
    });
  }

  using Lists = store::testing::Lists;
  Lists ask(const std::vector<Phrase>& phrases, bool all = false,
            const std::vector<std::int64_t>& name_spaces = {}, Terms terms = Terms::words) {
    return read([&](Reader& reader) -> Result<Lists> {
      return store::testing::texts(
          TRY(reader.search.postings({{phrases, all, terms}, name_spaces})));
    });
  }
  // Keys and ranks, to nine places.
  std::vector<std::string> ranks(const std::vector<Phrase>& phrases, bool all = false,
                                 const std::vector<std::int64_t>& name_spaces = {}) {
    return read([&](Reader& reader) -> Result<std::vector<std::string>> {
      std::vector<std::string> out;
      for (const Scored& each : TRY(reader.search.bm25({phrases, all}, name_spaces, all_ranked)))
        out.push_back(std::to_string(each.key) + " " + std::to_string(each.bm25 * 1e3));
      std::ranges::sort(out);
      return out;
    });
  }

  std::unique_ptr<TestDatabase> database_;
  std::vector<std::unique_ptr<store::Store>> stores_;
  int count_ = 0;
};

}  // namespace aim::store::postgres::testing
